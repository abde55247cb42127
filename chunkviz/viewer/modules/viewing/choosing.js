// Which chunk is selected, and how one comes from it to another.

import { countUpTo } from "../data/sorted.js"
import { score } from "../data/wording.js"
import { chunkWords } from "../drawing/card.js"
import { labelledAt } from "../drawing/labels.js"
import { pieceAt } from "../drawing/piece.js"
import { goTo } from "./going.js"

/** @typedef {import("./viewer.js").Viewer} Viewer */

export class Choosing {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer
    /** @type {{chunk: number, start: number, end: number} | null} */
    this.picked = null
    this.hit = -1 // which of the hits, by rank, was come to last
  }

  /** Begin with another text: nothing is selected. */
  newText() {
    this.picked = null
    this.hit = -1
  }

  /**
   * Select chunk `i`, or none with -1.
   * @param {number} i
   * @param {{move?: boolean, quiet?: boolean}} how  `move`: bring it into view; `quiet`: do not report it
   */
  select(i, { move = false, quiet = false } = {}) {
    const { viewer } = this
    const { viewport } = viewer
    const { chunks } = viewport.scene
    this.picked = i < 0 ? null : { chunk: i, start: chunks.start[i], end: chunks.end[i] }
    viewport.scene.selected = i
    viewport.rememberTop()
    viewer.repaint()
    if (move && i >= 0) viewport.reveal(chunks.start[i])
    viewer.describe()
    if (!quiet) viewer.reportSoon()
  }

  /** Select what stands where the picked chunk stood, in chunks that have changed; without drawing. */
  again() {
    const { scene } = this.viewer.viewport
    scene.selected = this.picked ? scene.chunks.like(this.picked) : -1
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { selection, viewport } = this.viewer
    const labelled = labelledAt(event.target)
    const piece = pieceAt(event.target)
    if (labelled !== undefined) return this.select(labelled)
    if (!piece || selection.now()) return // the mouse was released after selecting words
    selection.span = null // a click takes back what was selected
    const over = piece.chunks
    if (!over.length) return this.select(-1)
    const at = over.indexOf(viewport.scene.selected)
    this.select(over[(Math.max(0, at) + over.length - 1) % over.length])
  }

  /**
   * To the next or previous chunk; with `only` among those shown; from the window's top where none is selected.
   * @param {number} by
   */
  step(by) {
    const { viewport, selection } = this.viewer
    const { chunks, only, selected } = viewport.scene
    if (!chunks.count) return
    viewport.rememberTop()
    const top = countUpTo(chunks.start, (viewport.top?.position ?? 0) - 1)
    let i = selected < 0 ? (by > 0 ? top : top - 1) : selected + by
    while (only && i >= 0 && i < chunks.count && !only.has(i)) i += by
    selection.drop()
    this.select(Math.max(0, Math.min(chunks.count - 1, i)), { move: true })
  }

  /**
   * To the next or previous hit by rank.
   * @param {number} by
   */
  stepHit(by) {
    const { viewer } = this
    const { hits, chunks } = viewer.viewport.scene
    if (!hits.length) return viewer.say("There are no hits; ask a question first.")
    const known = this.hit >= 0 && this.hit < hits.length
    this.hit = known ? (this.hit + by + hits.length) % hits.length : by > 0 ? 0 : hits.length - 1
    const hit = hits.toSorted((a, b) => a.rank - b.rank)[this.hit]
    viewer.selection.drop()
    this.select(chunks.same(hit) ?? chunks.at(hit.start))
    goTo(viewer.viewport, hit.start, hit.end)
    viewer.say(
      `Hit ${hit.rank} of ${hits.length}, score ${score(hit.score)} · ${chunkWords(viewer.viewport.scene.selected, viewer.viewport.scene)}`,
    )
  }
}
