// The size of the text: from one for reading to a page of tiny lines in which the pattern of the whole document shows.

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {import("./viewport.js").Anchor} Anchor */

const STEPS = [0.12, 0.17, 0.24, 0.34, 0.48, 0.7, 1, 1.25, 1.6, 2]
const SMALLEST = STEPS[0]
const LARGEST = STEPS[STEPS.length - 1]
const READ = [1, 0.9, 0.8, 0.7] // sizes in which everybody reads
const TINY = 0.4 // below it nobody reads the letters
const WHEEL = 0.0025 // how much one unit of a wheel's way changes

export class Zoom {
  /** @type {{anchor: Anchor | null, at: number} | null} */
  #kept = null
  #waiting = 0

  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   * @param {(zoom: number) => void} whenChanged
   */
  constructor({ root, smaller, asRead, larger }, viewport, whenChanged) {
    this.root = root
    this.buttons = { smaller, asRead, larger }
    this.viewport = viewport
    this.whenChanged = whenChanged
    this.value = 1
    this.wanted = 1
    this.apply()
  }

  /** @param {number} direction  1 for larger, -1 for smaller */
  step(direction) {
    const nearly = this.value * (1 + direction * 0.02)
    const next = direction > 0 ? STEPS.find((step) => step > nearly) : STEPS.findLast((step) => step < nearly)
    this.set(next ?? this.value)
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault() // the browser would zoom the whole page
    const way = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY
    this.wanted = between(this.wanted * Math.exp(-way * WHEEL))
    this.#waiting ||= requestAnimationFrame(() => {
      this.#waiting = 0
      this.set(this.wanted)
    })
  }

  /**
   * Set the text in another size; the line in the middle of the window stays there.
   * @param {number} value
   */
  set(value) {
    value = between(value)
    if (value === this.value) return
    const { viewport } = this
    const anchor = this.#kept?.at === viewport.at ? this.#kept.anchor : viewport.anchorAt(viewport.scroller.clientHeight / 2)
    this.value = this.wanted = value
    this.apply()
    viewport.repaint(anchor)
    viewport.rememberTop()
    this.#kept = { anchor, at: viewport.at } // zooming out and in again comes back to the same place
    this.whenChanged(value)
  }

  /**
   * Take over the size of another viewer that is read together with this one.
   * @param {number} value
   */
  follow(value) {
    this.value = this.wanted = value
    this.apply()
    this.viewport.repaint()
  }

  /**
   * The largest size of those that are read in which the text before `end` fits into the window, or the smallest; without drawing.
   * @param {number} end
   */
  fit(end) {
    const { viewport } = this
    for (const size of READ) {
      this.value = this.wanted = size
      this.apply()
      viewport.lay()
      if (viewport.layout.heightOf(end) <= viewport.scroller.clientHeight) return
    }
  }

  /** Back to reading size, without drawing. */
  reset() {
    this.value = this.wanted = 1
    this.#kept = null
    this.apply()
  }

  apply() {
    const { value, viewport, root } = this
    const { smaller, asRead, larger } = this.buttons
    viewport.scene.zoom = value
    root.style.setProperty("--zoom", String(value))
    root.classList.toggle("tiny", value < TINY)
    asRead.textContent = `${Math.round(value * 100)} %`
    smaller.disabled = value <= SMALLEST
    larger.disabled = value >= LARGEST
  }
}

/** @param {number} value */
const between = (value) => Math.max(SMALLEST, Math.min(LARGEST, value))
