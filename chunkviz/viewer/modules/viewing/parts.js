// The elements that a viewer consists of.

import { make } from "../drawing/element.js"

/** @typedef {ReturnType<typeof buildParts>} Parts */

/** @param {HTMLElement} host */
export function buildParts(host) {
  const root = host.appendChild(make("div", "viewer", undefined, { role: "region", "aria-label": "Chunks in the text" }))
  const jumps = root.appendChild(make("div", "jumps", undefined, { role: "toolbar", "aria-label": "Hits and marks", hidden: "" }))
  const content = root.appendChild(make("div", "content"))
  const scroller = content.appendChild(make("div", "scroller", undefined, { tabindex: "0", role: "document" }))
  const spacer = scroller.appendChild(make("div", "spacer"))
  const lines = spacer.appendChild(make("div", "lines"))
  const mapWords = { role: "img", "aria-label": "Map of the whole document; click to go there" }
  const map = content.appendChild(make("div", "map", undefined, mapWords))
  const canvas = map.appendChild(make("canvas"))
  const inView = map.appendChild(make("div", "in-view"))
  const card = root.appendChild(make("div", "card", undefined, { role: "tooltip", hidden: "" }))
  return { root, jumps, scroller, spacer, lines, map, canvas, inView, card, ...buildFooter(root), ...buildGoTo(root) }
}

/** @param {HTMLElement} root */
function buildFooter(root) {
  const footer = root.appendChild(make("div", "footer"))
  const status = footer.appendChild(make("div", "status", "", { role: "status", "aria-live": "polite" }))
  const zoom = footer.appendChild(make("div", "zoom", undefined, { role: "group", "aria-label": "Size of the text" }))
  /** @param {string} sign  @param {string} name */
  const button = (sign, name) => zoom.appendChild(make("button", "", sign, { type: "button", "aria-label": name, title: name }))
  const smaller = button("−", "Smaller text (−)")
  const asRead = button("100 %", "Reading size (0)")
  const larger = button("+", "Larger text (+)")
  const legendButton = footer.appendChild(make("button", "", "? legend", { type: "button", title: "Marks and keys (?)" }))
  return { status, smaller, asRead, larger, legendButton }
}

/** @param {HTMLElement} root */
function buildGoTo(root) {
  const goTo = root.appendChild(make("form", "go-to", undefined, { hidden: "" }))
  const words = { type: "number", min: "1", "aria-label": "Number of the chunk to go to" }
  const number = make("input", "", undefined, words)
  goTo.append(make("label", "", "Go to chunk "), number)
  return { goTo, number }
}
