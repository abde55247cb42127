// Text selected with the mouse, as places in the document.

import { positionOf } from "./placement.js"

/** @typedef {import("../data/columns.js").Span} Span */
/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./viewport.js").Viewport} Viewport */

export class TextSelection {
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   */
  constructor({ root }, viewport) {
    this.root = root
    this.viewport = viewport
    /** @type {Span | null} */
    this.span = null
  }

  /** What is selected here now; null where nothing is, undefined where the page's selection is elsewhere. */
  now() {
    const { lines } = this.viewport
    const range = this.range()
    if (!range || !lines.contains(range.startContainer) || !lines.contains(range.endContainer)) return undefined
    const start = positionOf(lines, range.startContainer, range.startOffset)
    const end = positionOf(lines, range.endContainer, range.endOffset)
    return start !== null && end !== null && start < end ? { start, end } : null
  }

  /** The page's selection, which a shadow root hides from the page. */
  range() {
    const selection = document.getSelection()
    const shadow = this.root.getRootNode()
    if (!selection) return null
    if (shadow instanceof ShadowRoot) return selection.getComposedRanges?.({ shadowRoots: [shadow] })[0] ?? null
    return selection.rangeCount ? selection.getRangeAt(0) : null
  }

  /** Take over what is selected now; whether it is anything else than before. */
  update() {
    const now = this.now()
    if (now === undefined) return false // somebody types about it elsewhere: what was selected stays selected
    if (now?.start === this.span?.start && now?.end === this.span?.end) return false
    this.span = now
    return true
  }

  drop() {
    if (this.span) document.getSelection()?.removeAllRanges()
    this.span = null
  }

  /** Select it again, since it was drawn again. */
  restore() {
    if (!this.span) return
    const { start, end } = this.span
    const first = this.viewport.nodeAt(start)
    const last = this.viewport.nodeAt(end - 1)
    if (first && last) document.getSelection()?.setBaseAndExtent(first, start - first.from, last, end - last.from)
  }

  /**
   * Copying gives the text as it stands in the document, without numbers and signs.
   * @param {ClipboardEvent} event
   */
  copy(event) {
    const span = this.now()
    if (!span) return
    event.clipboardData?.setData("text/plain", this.viewport.scene.text.text.slice(span.start, span.end))
    event.preventDefault()
  }
}
