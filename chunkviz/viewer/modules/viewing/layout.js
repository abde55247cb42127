// Where each block of a text stands, in pixels: measured where it is drawn, estimated elsewhere. Numbers only, no elements.

import { countUpTo } from "../data/sorted.js"

/** @typedef {import("../data/text.js").Text} Text */

const TALLEST = 12e6 // pixels; browsers cannot scroll much further, so a taller document is scrolled in proportion

export class Layout {
  /** @param {Text} text */
  constructor(text) {
    this.text = text
    this.measured = new Float64Array(text.blocks) // heights; 0 where not known
    this.tops = new Float64Array(text.blocks + 1) // the last one is the height of the whole
  }

  /** Forget all heights, since the text is set again. */
  forget() {
    this.measured.fill(0)
  }

  /**
   * Work out the tops.
   * @param {number} lineHeight  pixels
   * @param {number} letters  how many fit in a line
   */
  lay(lineHeight, letters) {
    const { heights, widths, blocks } = this.text
    let top = 0
    for (let i = 0; i < blocks; i++) {
      this.tops[i] = top
      const lines = Math.max(1, heights[i], heights[i] * 0.4 + widths[i] / letters)
      top += this.measured[i] || lines * lineHeight
    }
    this.tops[blocks] = top
  }

  get height() {
    return this.tops[this.text.blocks]
  }

  /** The height that the browser is given to scroll. */
  get scrolledHeight() {
    return Math.min(TALLEST, this.height)
  }

  /**
   * How many pixels of the document a pixel of scrolling stands for, where `seen` pixels of it are seen.
   * @param {number} seen
   */
  squeeze(seen) {
    return this.height > TALLEST ? (this.height - seen) / (TALLEST - seen) : 1
  }

  /**
   * The block at this height.
   * @param {number} pixels
   */
  blockAt(pixels) {
    return Math.max(0, Math.min(this.text.blocks - 1, countUpTo(this.tops, pixels) - 1))
  }

  /**
   * About how high the character at `position` stands.
   * @param {number} position
   */
  heightOf(position) {
    const block = Math.max(0, this.text.blockAt(position))
    const { starts } = this.text
    const share = (position - starts[block]) / Math.max(1, starts[block + 1] - starts[block])
    return this.tops[block] + share * (this.tops[block + 1] - this.tops[block])
  }

  /**
   * About which character stands at this height.
   * @param {number} pixels
   */
  positionAt(pixels) {
    const block = this.blockAt(pixels)
    const { starts } = this.text
    const share = Math.min(1, (pixels - this.tops[block]) / Math.max(1, this.tops[block + 1] - this.tops[block]))
    return starts[block] + share * (starts[block + 1] - starts[block])
  }
}
