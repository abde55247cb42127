// The part of the text that is drawn: what is near the scrolled window, and no more.

import { emptyScene } from "../data/scene.js"
import { paintBlock } from "../drawing/block.js"
import { thinLabels } from "../drawing/labels.js"
import { marginOf } from "../drawing/margin.js"
import { Layout } from "./layout.js"
import { boxIn, nodeAt } from "./placement.js"

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("../drawing/block.js").BlockElement} BlockElement */
/** @typedef {{position: number, offset: number}} Anchor  a character, and how far its line stands below the window's top */

const AROUND = 0.6 // windows that are drawn above and below what is seen
const LETTER = 0.47 // width of a letter in units of the font's size
const FIXED_LETTER = 0.6 // of the fixed-width face
const SMALLER = 0.87 // how it is set in running text

export class Viewport {
  /**
   * @param {Parts} parts
   * @param {() => void} whenDrawn
   */
  constructor({ scroller, spacer, lines }, whenDrawn) {
    this.scroller = scroller
    this.spacer = spacer
    this.lines = lines
    this.whenDrawn = whenDrawn
    this.scene = emptyScene()
    this.layout = new Layout(this.scene.text)
    /** @type {BlockElement[]} */
    this.blocks = []
    /** @type {Element[]} */
    this.margin = []
    /** @type {Anchor | null} */
    this.top = null
    this.held = false // while a mouse button is down nothing that is drawn goes away: it may be what is being selected
  }

  /** Begin with another text, at its top. */
  newText() {
    const { text } = this.scene
    this.layout = new Layout(text)
    this.top = null
    this.scroller.scrollTop = 0
    this.scroller.classList.toggle("all-fixed", text.fixed)
  }

  /** Draw everything again; the text at the top of the window, or at `anchor`, stays where it is. */
  repaint(anchor = this.top) {
    this.layout.forget()
    this.clear()
    this.draw()
    if (anchor) this.bring(anchor.position, anchor.offset)
  }

  clear() {
    this.blocks = []
    this.margin = []
    this.lines.replaceChildren()
  }

  /** Where the window's top is in the whole document, in pixels; differs from scrollTop only in documents too tall to scroll. */
  get at() {
    return this.scroller.scrollTop * this.layout.squeeze(this.scroller.clientHeight)
  }

  set at(pixels) {
    this.scroller.scrollTop = Math.max(0, pixels) / this.layout.squeeze(this.scroller.clientHeight)
  }

  lay() {
    const style = getComputedStyle(this.lines)
    const width = this.lines.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    const size = parseFloat(style.fontSize)
    this.scene.letters = Math.floor(width / (size * FIXED_LETTER * (this.scene.text.fixed ? 1 : SMALLER)))
    this.layout.lay(parseFloat(style.lineHeight), Math.max(8, width / (size * LETTER)))
    this.spacer.style.height = `${this.layout.scrolledHeight + 24}px`
  }

  /** Draw the blocks near the window, drop the others, and correct the heights; what is seen does not move by it. */
  draw() {
    this.lay()
    const seen = this.scroller.clientHeight
    for (let round = 0; round < 3; round++) {
      const at = this.at
      const first = this.layout.blockAt(at - seen * AROUND)
      const last = this.layout.blockAt(at + seen * (1 + AROUND))
      const top = this.layout.blockAt(at)
      const inside = at - this.layout.tops[top]
      if (!this.drawBlocks(first, last)) break
      this.lay()
      const moved = this.layout.tops[top] + inside - at
      if (Math.abs(moved) > 0.5) this.at = at + moved
      this.placeLines()
    }
    this.drawMargin()
    this.whenDrawn()
  }

  placeLines() {
    const first = this.blocks[0]?.index ?? 0
    this.lines.style.transform = `translateY(${this.scroller.scrollTop + this.layout.tops[first] - this.at}px)`
  }

  /**
   * Draw the blocks from `first` to `last` and no others; whether any of them had not been drawn.
   * @param {number} first
   * @param {number} last
   */
  drawBlocks(first, last) {
    if (this.held && this.blocks.length) {
      first = Math.min(first, this.blocks[0].index)
      last = Math.max(last, this.blocks[this.blocks.length - 1].index)
    }
    const drawn = new Map(this.blocks.map((block) => [block.index, block]))
    for (const block of this.blocks) if (block.index < first || block.index > last) block.remove()
    for (const extra of this.margin) extra.remove()
    this.blocks = []
    const fresh = []
    let next = this.lines.firstChild
    for (let index = first; index <= last; index++) {
      const kept = drawn.get(index)
      const block = kept ?? paintBlock(index, this.scene)
      if (kept) next = kept.nextSibling
      else fresh.push(this.lines.insertBefore(block, next))
      this.blocks.push(block)
    }
    for (const block of fresh) this.layout.measured[block.index] = block.getBoundingClientRect().height
    if (fresh.length) thinLabels(this.blocks, this.scene.zoom)
    this.placeLines()
    return fresh.length > 0
  }

  drawMargin() {
    for (const extra of this.margin) extra.remove()
    this.margin = []
    if (!this.blocks.length) return
    const { starts } = this.scene.text
    const { top: origin, height } = this.lines.getBoundingClientRect()
    /** @param {number} position */
    const line = (position) => {
      const box = this.box(position)
      return box && { middle: box.top + box.height / 2 - origin, height: box.height }
    }
    const to = starts[this.blocks[this.blocks.length - 1].index + 1]
    this.margin = marginOf(this.scene, starts[this.blocks[0].index], to, line, height)
    this.lines.append(...this.margin)
  }

  // ---- places ----

  /**
   * The text node that holds `position`; null where it is not drawn.
   * @param {number} position
   */
  nodeAt(position) {
    const index = this.scene.text.blockAt(position)
    const block = this.blocks[index - (this.blocks[0]?.index ?? 0)]
    return block ? nodeAt(block, position) : null
  }

  /**
   * The rectangle of the character at `position`; null where it is not drawn.
   * @param {number} position
   */
  box(position) {
    const node = this.nodeAt(position)
    return node && boxIn(node, position)
  }

  /**
   * The first character on the line that stands `height` pixels below the window's top; null where there is none.
   * @param {number} height
   * @returns {Anchor | null}
   */
  anchorAt(height) {
    const { starts } = this.scene.text
    const view = this.scroller.getBoundingClientRect().top
    const edge = view + height + 1
    const block = this.blocks.find((one) => one.getBoundingClientRect().bottom > edge) ?? this.blocks.at(-1)
    if (!block) return null
    let low = starts[block.index]
    let high = starts[block.index + 1] - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.box(middle)?.bottom ?? 0) > edge) high = middle
      else low = middle + 1
    }
    const box = this.box(low)
    return box && { position: low, offset: box.top - view }
  }

  /** Remember which character stands at the top of the window, and how far from it. */
  rememberTop() {
    this.top = this.scroller.scrollTop < 2 ? null : this.anchorAt(0)
  }

  /**
   * Scroll until the character at `position` stands `offset` pixels below the window's top.
   * @param {number} position
   * @param {number} offset
   */
  bring(position, offset) {
    position = Math.max(0, Math.min(position, this.scene.text.length - 1))
    for (let round = 0; round < 4; round++) {
      const box = this.box(position)
      const view = this.scroller.getBoundingClientRect().top
      const away = box ? box.top - view - offset : this.layout.heightOf(position) - offset - this.at
      if (Math.abs(away) < 1) break
      this.at += away
      this.draw()
    }
    this.top = { position, offset }
  }

  /**
   * Scroll only where `position` is not in view with some text around it.
   * @param {number} position
   */
  reveal(position) {
    const box = this.box(position)
    const view = this.scroller.getBoundingClientRect()
    if (!box || box.top < view.top + 30 || box.bottom > view.bottom - view.height * 0.3) this.bring(position, view.height * 0.25)
    this.rememberTop()
  }
}
