// Going to a place: by a button for each hit and marked answer, by a chunk's number, because Python asked for it.

import { clipped, score } from "../data/wording.js"
import { make } from "../drawing/element.js"
import { piecesIn } from "../drawing/piece.js"

/** @typedef {import("../data/columns.js").Span} Span */
/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {import("./viewer.js").Viewer} Viewer */

const MOST = 200 // buttons for answers

/**
 * Bring [start, end) into view, and let it light up for a moment.
 * @param {Viewport} viewport
 * @param {number} start
 * @param {number} end
 */
export function goTo(viewport, start, end = start) {
  viewport.bring(start, viewport.scroller.clientHeight * 0.25)
  viewport.rememberTop()
  for (const element of piecesIn(viewport.lines)) {
    if (element.piece.start >= Math.max(end, start + 1) || element.piece.end <= start) continue
    element.classList.remove("arrived")
    void element.offsetWidth // so that the animation begins again
    element.classList.add("arrived")
  }
}

/**
 * Buttons for the hits by rank and the marked answers, each leading to its place.
 * @param {Parts} parts
 * @param {Viewport} viewport
 */
export function showJumps({ jumps }, viewport) {
  const { hits, marks } = viewport.scene
  /** @param {string} words  @param {Span} span */
  const button = (words, { start, end }, name = "") => {
    const made = make("button", name, words, { type: "button" })
    made.onclick = () => goTo(viewport, start, end)
    return made
  }
  const buttons = hits.toSorted((a, b) => a.rank - b.rank).map((hit) => button(`${hit.rank} · ${score(hit.score)}`, hit))
  marks.forEach((mark, i) => {
    if (mark.kind !== "answer" || buttons.length >= hits.length + MOST) return
    buttons.push(button(`★${i + 1} ${clipped(mark.words, 40)}`, mark, "answer"))
  })
  jumps.hidden = !buttons.length
  jumps.replaceChildren(...buttons)
}

/** The form that asks for a chunk's number. */
export class GoToForm {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer
    this.form = viewer.parts.goTo
    this.number = viewer.parts.number
  }

  open() {
    this.form.hidden = false
    this.number.max = String(this.viewer.viewport.scene.chunks.count)
    this.number.value = ""
    this.number.focus()
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault()
    const { choosing, selection, viewport } = this.viewer
    const { count } = viewport.scene.chunks
    const wanted = Math.round(Number(this.number.value)) - 1
    if (!count || Number.isNaN(wanted)) return
    this.form.hidden = true
    viewport.scroller.focus({ preventScroll: true })
    selection.drop()
    choosing.select(Math.max(0, Math.min(count - 1, wanted)), { move: true })
  }
}
