// The chunk under the pointer: deeper in colour, and explained on a card.

import { cardLines } from "../drawing/card.js"
import { colourOf } from "../drawing/colour.js"
import { make } from "../drawing/element.js"
import { pieceAt, piecesIn } from "../drawing/piece.js"

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {import("./timers.js").Timers} Timers */

export class Pointing {
  #place = "" // what the pointer is on

  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   * @param {Timers} timers
   */
  constructor({ root, card, map }, viewport, timers) {
    this.root = root
    this.card = card
    this.map = map
    this.viewport = viewport
    this.timers = timers
  }

  /** @param {PointerEvent} event */
  move(event) {
    const piece = event.buttons ? undefined : pieceAt(event.target)
    if (!piece?.chunks.length) return this.hide()
    const { selected } = this.viewport.scene
    const i = piece.chunks.includes(selected) ? selected : piece.chunks[piece.chunks.length - 1]
    const place = `${i} ${piece.start}`
    if (place !== this.#place) {
      this.#place = place
      this.light(i)
      this.card.hidden = true
    }
    const { clientX, clientY } = event
    const others = piece.chunks.filter((other) => other !== i)
    this.timers.later("card", this.card.hidden ? 180 : 0, () => this.show(i, clientX, clientY, others))
  }

  /** @param {number} i */
  light(i) {
    for (const element of piecesIn(this.viewport.lines)) element.classList.toggle("hovered", element.piece.chunks.includes(i))
  }

  /**
   * Show the card of chunk `i` near a point of the screen.
   * @param {number} i
   * @param {number} x
   * @param {number} y
   * @param {number[]} others  chunks that share the text there
   */
  show(i, x, y, others = []) {
    const { card } = this
    const { scene } = this.viewport
    card.replaceChildren(...cardLines(i, scene, others).map(([name, words]) => make("div", name, words)))
    card.style.setProperty("--c", colourOf(scene.chunks, i))
    card.hidden = false
    const box = this.root.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = card
    const below = y - box.top + 22
    card.style.left = `${Math.max(4, Math.min(x - box.left + 12, box.width - offsetWidth - 8))}px`
    card.style.top = `${below + offsetHeight > box.height - 8 ? Math.max(4, y - box.top - offsetHeight - 16) : below}px`
  }

  /** Show the card of the selected chunk beside its beginning. */
  explainSelected() {
    const { scene } = this.viewport
    const box = scene.selected < 0 ? null : this.viewport.box(scene.chunks.start[scene.selected])
    if (box) this.show(scene.selected, this.map.getBoundingClientRect().left - 380, box.top)
  }

  hide() {
    if (this.#place) this.light(-1)
    this.#place = ""
    this.timers.drop("card")
    this.card.hidden = true
  }
}
