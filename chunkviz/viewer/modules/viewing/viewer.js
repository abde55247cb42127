// The viewer: a document in colour, of which only what is near the window is drawn.

import { NOTHING, plainOptions, sceneOf } from "../data/scene.js"
import { counted } from "../data/wording.js"
import { chunkWords, spanWords } from "../drawing/card.js"
import { buildLegend } from "../drawing/legend.js"
import { Choosing } from "./choosing.js"
import { GoToForm, goTo, showJumps } from "./going.js"
import { keyRows } from "./keys.js"
import { listen } from "./listening.js"
import { Minimap } from "./minimap.js"
import { buildParts } from "./parts.js"
import { Pointing } from "./pointing.js"
import { Requests } from "./requests.js"
import { TextSelection } from "./selection.js"
import { Timers } from "./timers.js"
import { tellOthers } from "./together.js"
import { Viewport } from "./viewport.js"
import { Zoom } from "./zoom.js"

/** @typedef {import("../data/scene.js").Tokens} Tokens */
/** @typedef {import("../data/scene.js").Options} Options */
/** @typedef {import("../data/text.js").Text} Text */
/** @typedef {import("../data/chunks.js").Chunks} Chunks */
/** @typedef {import("./together.js").Place} Place */

export class Viewer {
  /**
   * @param {HTMLElement} host
   * @param {(selected: object) => void} report  called when the reader selects a chunk or a stretch of text
   */
  constructor(host, report = () => {}) {
    this.report = report
    /** @type {(() => void) | null} */
    this.wantTokens = null // asks for the tokens where they can be had
    this.options = plainOptions()
    this.group = "" // viewers of the same group scroll together
    this.following = false
    this.width = 0
    this.parts = buildParts(host)
    this.timers = new Timers()
    this.requests = new Requests()
    this.viewport = new Viewport(this.parts, () => this.minimap.frame())
    this.minimap = new Minimap(this.parts, this.viewport)
    this.pointing = new Pointing(this.parts, this.viewport, this.timers)
    this.selection = new TextSelection(this.parts, this.viewport)
    this.zoom = new Zoom(this.parts, this.viewport, () => this.zoomed())
    this.choosing = new Choosing(this)
    this.goToForm = new GoToForm(this)
    this.keys = keyRows(this)
    /** @type {HTMLElement | null} */
    this.legend = null
    this.end = listen(this)
  }

  /**
   * Draw a document, its chunks, its tokens if known, and the moment's data. What stands at the top stays there.
   * @param {{text: Text, chunks: Chunks, tokens?: Tokens | null, moment?: any, height?: number, atOnce?: number}} given
   *   `height` in pixels, unless the page around sets --viewer-height; `atOnce` how many chunks another text begins with, in
   *   smaller letters where they take more room
   */
  show({ text, chunks, tokens = null, moment = NOTHING, height, atOnce = 0 }) {
    const { viewport, zoom, choosing, options, parts } = this
    const another = viewport.scene.text.id !== text.id
    if (height) parts.root.style.height = `var(--viewer-height, ${height}px)`
    if (another) zoom.reset()
    viewport.scene = sceneOf({ text, chunks, tokens, moment, options, zoom: zoom.value })
    this.group = moment.together
    if (another) {
      viewport.newText()
      choosing.newText()
      this.selection.span = null
      if (atOnce && chunks.count) zoom.fit(chunks.end[Math.min(atOnce, chunks.count) - 1])
    }
    choosing.again()
    this.repaint()
    showJumps(parts, viewport)
    const { select, goto } = this.requests.fresh(moment)
    if (select !== null && select < chunks.count) choosing.select(select, { quiet: true, move: true })
    if (goto) goTo(viewport, goto[0], goto[1])
    this.describe()
  }

  /** Draw everything again; the text at the top of the window stays where it is. */
  repaint() {
    const { parts, options, viewport } = this
    const { scene } = viewport
    this.takeTheme()
    parts.root.classList.toggle("with-curve", Boolean(scene.ribbon))
    parts.root.classList.toggle("overlaps-only", options.overlaps)
    parts.scroller.setAttribute("aria-label", `Text of ${scene.text.name}, ${counted(scene.chunks.count, "chunks")}`)
    viewport.repaint()
    this.selection.restore()
    this.minimap.paint()
  }

  /** Take over a light or dark background; whether it is another one than before. */
  takeTheme() {
    const { root } = this.parts
    const [red, green, blue] = getComputedStyle(root)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [255, 255, 255]
    const dark = red * 0.3 + green * 0.6 + blue * 0.1 < 128
    const other = dark !== root.classList.contains("dark")
    root.classList.toggle("dark", dark)
    return other
  }

  zoomed() {
    this.selection.restore()
    this.minimap.frame()
    this.tell()
  }

  scrolled() {
    this.pointing.hide()
    this.viewport.draw()
    this.timers.later("top", 120, () => this.viewport.rememberTop())
    if (!this.following) this.tell()
    this.following = false
  }

  resized() {
    const { clientWidth } = this.parts.scroller
    if (clientWidth === this.width) return this.minimap.paint()
    this.width = clientWidth
    this.repaint()
  }

  /** Lead the other viewers of the group to the same place. */
  tell() {
    if (!this.group) return
    const { viewport } = this
    viewport.rememberTop()
    tellOthers({ from: this, group: this.group, document: viewport.scene.text.id, top: viewport.top, zoom: this.zoom.value })
  }

  /** @param {Place} place */
  follow({ from, group, document, top, zoom }) {
    const { viewport } = this
    if (from === this || group !== this.group || document !== viewport.scene.text.id) return
    this.following = true
    if (zoom !== this.zoom.value) this.zoom.follow(zoom)
    if (top) viewport.bring(top.position, top.offset)
    else viewport.at = 0
  }

  // ---- words ----

  describe() {
    const { scene } = this.viewport
    const { span } = this.selection
    this.say(span ? `Selected ${spanWords(span, scene)}` : chunkWords(scene.selected, scene))
  }

  /** @param {string} words */
  say(words) {
    const { status } = this.parts
    if (status.textContent === words) return
    status.textContent = words
    status.title = words
  }

  reportSoon() {
    this.timers.later("report", 150, () => {
      const { text, chunks } = this.viewport.scene
      const { span } = this.selection
      this.report({
        document: text.id,
        chunks: chunks.id,
        ...(this.choosing.picked ?? { chunk: null }),
        span: span && [span.start, span.end],
      })
    })
  }

  // ---- what is shown of the text, and over it ----

  /**
   * @param {keyof Options} name
   * @param {string} words  said where it is on now
   */
  toggle(name, words) {
    this.options[name] = !this.options[name]
    this.viewport.rememberTop()
    this.repaint()
    if (this.options[name]) this.say(words)
    else this.describe()
  }

  /** Borders of tokens; where the tokens are not here yet they are asked for, and drawn when they come. */
  toggleTokens() {
    const { tokens, chunks } = this.viewport.scene
    this.toggle("tokens", tokens ? `Borders of ${chunks.tokenizer} are drawn.` : `Looking for the ${chunks.tokenizer} …`)
    if (!this.options.tokens || tokens) return
    if (this.wantTokens) this.wantTokens()
    else this.say("This page does not carry the tokens: its document is too large.")
  }

  toggleLegend() {
    if (!this.legend) {
      this.legend = this.parts.root.appendChild(buildLegend(this.keys))
      this.legend.hidden = true
    }
    this.legend.hidden = !this.legend.hidden
    this.parts.legendButton.setAttribute("aria-expanded", String(!this.legend.hidden))
    if (this.legend.hidden) this.parts.scroller.focus({ preventScroll: true })
    else this.legend.focus({ preventScroll: true })
  }

  /** Close what is open over the text; where nothing is, select nothing. */
  escape() {
    const { goTo: form, card, scroller } = this.parts
    const legendOpen = Boolean(this.legend && !this.legend.hidden)
    const open = legendOpen || !form.hidden || !card.hidden
    if (legendOpen) this.toggleLegend()
    form.hidden = true
    this.pointing.hide()
    if (!open) this.choosing.select(-1)
    scroller.focus({ preventScroll: true })
  }
}
