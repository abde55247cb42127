// The viewer as a Streamlit component: it draws what the carriers have put on the shelf.

const shelf = (globalThis[Symbol.for("chunkviz.shelf")] ??= { things: new Map(), event: new EventTarget() })
const mounted = new WeakMap()

export default function mount(component) {
  const { data, parentElement, setStateValue } = component
  let here = mounted.get(parentElement)
  if (!here) {
    here = { viewer: new Viewer(parentElement.querySelector(".chunkviz")) }
    mounted.set(parentElement, here)
    here.again = () => here.render()
    shelf.event.addEventListener("put", here.again)
  }
  here.viewer.report = (value) => setStateValue("picked", value)
  here.viewer.wantTokens = () => setStateValue("tokens", true)
  here.render = () => render(here, data)
  here.render()
  if (here.drawn && here.viewer.themed()) here.viewer.paintMap()
  return () => {
    shelf.event.removeEventListener("put", here.again)
    here.viewer.end()
    mounted.delete(parentElement)
  }
}

/** Draw once all that `data` names is on the shelf; until then what was drawn before stays. */
function render(here, data) {
  const things = ["document", "chunks", "tokens"].map((name) => data[name] && shelf.things.get(data[name])?.value)
  const [text, chunks, tokens] = things
  if (!text || !chunks || (data.tokens && !tokens)) return
  if (here.drawn?.data === data && here.drawn.chunks === chunks) return
  here.drawn = { data, chunks }
  if (here.text?.id !== text.id) here.text = new Text(text)
  if (here.chunks?.id !== chunks.id) here.chunks = new Chunks(chunks)
  if (tokens && here.tokens?.id !== tokens.id) here.tokens = { ...tokens, end: column(tokens.end) }
  here.viewer.show({ text: here.text, chunks: here.chunks, tokens: tokens ? here.tokens : null, moment: data.moment, height: data.height })
}
