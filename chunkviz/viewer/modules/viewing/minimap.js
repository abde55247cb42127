// The map beside the text: what it shows of the whole document, where the window is in it, and going anywhere by it.

import { drawMap } from "../drawing/map.js"

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./viewport.js").Viewport} Viewport */

export class Minimap {
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   */
  constructor({ root, map, canvas, inView }, viewport) {
    this.root = root
    this.map = map
    this.canvas = canvas
    this.inView = inView
    this.viewport = viewport
  }

  paint() {
    drawMap(this.canvas, this.viewport.scene, getComputedStyle(this.root))
    this.frame()
  }

  /** Draw the frame around what the window shows. */
  frame() {
    const { layout, at, scroller, scene } = this.viewport
    const length = Math.max(1, scene.text.length)
    const top = layout.positionAt(at) / length
    const bottom = layout.positionAt(at + scroller.clientHeight) / length
    this.inView.style.cssText = `top:${top * 100}%;height:max(6px, ${(bottom - top) * 100}%)`
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.map.setPointerCapture(event.pointerId)
    this.lead(event)
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (event.buttons) this.lead(event)
  }

  /** @param {PointerEvent} event */
  lead({ clientY }) {
    const { top, height } = this.map.getBoundingClientRect()
    const { viewport } = this
    viewport.bring(Math.floor(((clientY - top) / height) * viewport.scene.text.length), viewport.scroller.clientHeight / 2)
    viewport.rememberTop()
  }
}
