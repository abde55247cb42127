// The viewer as a Streamlit component: it draws what the carriers have put on the shelf.

import { readChunks } from "../data/chunks.js"
import { readTokens } from "../data/scene.js"
import { shelf } from "../data/shelf.js"
import { readText } from "../data/text.js"
import { ending } from "../viewing/ending.js"
import { Viewer } from "../viewing/viewer.js"

/** @typedef {{document: string, chunks: string, tokens: string | null, moment: any, height: number, at_once: number}} Given  ids, and the rest */
/** @typedef {{data: Given, parentElement: HTMLElement, setStateValue: (name: string, value: unknown) => void}} Component */

class Mounted {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.viewer = new Viewer(host)
    /** @type {Given | null} */
    this.data = null
    /** @type {{data: Given, chunks: object} | null} */
    this.drawn = null
    this.render = () => this.draw()
    shelf.event.addEventListener("put", this.render)
  }

  /** Draw once all that the data names is on the shelf; until then what was drawn before stays. */
  draw() {
    const { data, drawn } = this
    if (!data) return
    /** @param {string | null} id */
    const kept = (id) => (id ? shelf.things.get(id)?.value : null)
    const text = kept(data.document)
    const chunks = kept(data.chunks)
    const tokens = kept(data.tokens)
    if (!text || !chunks || (data.tokens && !tokens) || (drawn?.data === data && drawn.chunks === chunks)) return
    this.drawn = { data, chunks }
    this.viewer.show({
      text: this.#read("text", text, readText),
      chunks: this.#read("chunks", chunks, readChunks),
      tokens: tokens && this.#read("tokens", tokens, readTokens),
      moment: data.moment,
      height: data.height,
      atOnce: data.at_once,
    })
  }

  /** @type {Record<string, {id: string, value: any}>} */
  #values = {}

  /**
   * What was read of the thing, once as long as it is the same.
   * @template Value
   * @param {string} name
   * @param {{id: string}} thing
   * @param {(thing: any) => Value} read
   * @returns {Value}
   */
  #read(name, thing, read) {
    if (this.#values[name]?.id !== thing.id) this.#values[name] = { id: thing.id, value: read(thing) }
    return this.#values[name].value
  }

  end() {
    shelf.event.removeEventListener("put", this.render)
    this.viewer.end()
  }
}

/** @type {WeakMap<HTMLElement, Mounted>} */
const mounted = new WeakMap()

/** @param {Component} component */
export default function mount({ data, parentElement, setStateValue }) {
  const here = mounted.get(parentElement) ?? new Mounted(/** @type {HTMLElement} */ (parentElement.querySelector(".chunkviz")))
  mounted.set(parentElement, here)
  here.viewer.report = (value) => setStateValue("picked", value)
  here.viewer.wantTokens = () => setStateValue("tokens", true)
  here.data = data
  here.draw()
  if (here.drawn && here.viewer.takeTheme()) here.viewer.minimap.paint()
  return ending(parentElement, () => {
    here.end()
    mounted.delete(parentElement)
  })
}
