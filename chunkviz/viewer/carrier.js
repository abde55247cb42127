// In Streamlit, what is large travels by itself, once, and is kept on a shelf by its id for the viewers that want it.

const shelf = (globalThis[Symbol.for("chunkviz.shelf")] ??= { things: new Map(), event: new EventTarget() })
const carried = new WeakMap() // element -> id of what it carries

export default function carry({ data, parentElement }) {
  const end = data.indexOf(10)
  const id = new TextDecoder().decode(data.subarray(0, end))
  if (carried.get(parentElement) !== id) {
    putDown(parentElement)
    carried.set(parentElement, id)
    putUp(id, data.subarray(end + 1), parentElement)
  }
  return () => putDown(parentElement)
}

async function putUp(id, packed, holder) {
  const value = shelf.things.get(id)?.value ?? (await unpack(packed))
  if (carried.get(holder) !== id) return // replaced in the meantime
  const kept = shelf.things.get(id) ?? { value, holders: new Set() }
  kept.holders.add(holder)
  shelf.things.set(id, kept)
  shelf.event.dispatchEvent(new Event("put"))
}

function unpack(packed) {
  if (packed[0] === 0x7b) return JSON.parse(new TextDecoder().decode(packed)) // an opening brace: not compressed
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json()
}

function putDown(holder) {
  const kept = shelf.things.get(carried.get(holder))
  kept?.holders.delete(holder)
  if (kept && !kept.holders.size) shelf.things.delete(carried.get(holder))
  carried.delete(holder)
}
