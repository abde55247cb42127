// In Streamlit, what is large travels by itself: this puts it on the shelf for the viewers that want it.

import { shelf } from "../data/shelf.js"
import { ending } from "../viewing/ending.js"

/** @type {WeakMap<object, string>} */
const carried = new WeakMap() // element -> id of what it carries

/** @param {{data: Uint8Array<ArrayBuffer>, parentElement: HTMLElement}} component  `data`: a line with the id, then JSON, perhaps compressed */
export default function carry({ data, parentElement }) {
  const end = data.indexOf(10)
  const id = new TextDecoder().decode(data.subarray(0, end))
  if (carried.get(parentElement) !== id) {
    putDown(parentElement)
    carried.set(parentElement, id)
    putUp(id, data.subarray(end + 1), parentElement)
  }
  return ending(parentElement, () => putDown(parentElement))
}

/**
 * @param {string} id
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {object} holder
 */
async function putUp(id, packed, holder) {
  const value = shelf.things.get(id)?.value ?? (await unpack(packed))
  if (carried.get(holder) !== id) return // replaced in the meantime
  const kept = shelf.things.get(id) ?? { value, holders: new Set() }
  kept.holders.add(holder)
  shelf.things.set(id, kept)
  shelf.event.dispatchEvent(new Event("put"))
}

/**
 * @param {Uint8Array<ArrayBuffer>} packed
 * @returns {Promise<any>}
 */
async function unpack(packed) {
  if (packed[0] === 0x7b) return JSON.parse(new TextDecoder().decode(packed)) // an opening brace: not compressed
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json()
}

/** @param {object} holder */
function putDown(holder) {
  const id = carried.get(holder)
  if (id === undefined) return
  carried.delete(holder)
  const kept = shelf.things.get(id)
  kept?.holders.delete(holder)
  if (kept && !kept.holders.size) shelf.things.delete(id)
}
