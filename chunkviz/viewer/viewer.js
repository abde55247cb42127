// The viewer: a document in colour, of which only what is near the window is drawn.

const TALLEST = 12e6 // pixels; browsers cannot scroll much further, so a taller document is scrolled in proportion
const NOTHING = { hits: null, marks: null, flags: null, only: [], ribbon: null, goto: null, select: null, together: "" }
const together = (globalThis[Symbol.for("chunkviz.together")] ??= new EventTarget())

class Viewer {
  /** `report({chunk, start, end, span})` is called when the reader selects a chunk or a stretch of text. */
  constructor(host, report = () => {}) {
    this.report = report
    this.picked = null // {chunk, start, end} of the selected chunk
    this.span = null // {start, end} of the text selected with the mouse
    this.options = { space: false, tokens: false, overlaps: false }
    this.ended = new AbortController()
    this.build(host)
    this.listen()
  }

  build(host) {
    this.root = host.appendChild(make("div", "viewer", undefined, { role: "region", "aria-label": "Chunks in the text" }))
    this.places = this.root.appendChild(make("div", "places", undefined, { role: "toolbar", "aria-label": "Hits and marks", hidden: "" }))
    const body = this.root.appendChild(make("div", "body"))
    this.scroller = body.appendChild(make("div", "scroller", undefined, { tabindex: "0", role: "document" }))
    this.spacer = this.scroller.appendChild(make("div", "spacer"))
    this.window = this.spacer.appendChild(make("div", "window"))
    this.mapBox = body.appendChild(make("div", "map", undefined, { role: "img", "aria-label": "Map of the whole document; click to go there" }))
    this.map = this.mapBox.appendChild(make("canvas"))
    this.frame = this.mapBox.appendChild(make("div", "here"))
    const foot = this.root.appendChild(make("div", "foot"))
    this.status = foot.appendChild(make("div", "status", "", { role: "status", "aria-live": "polite" }))
    this.helpButton = foot.appendChild(make("button", "", "? keys", { type: "button" }))
    this.card = this.root.appendChild(make("div", "card", undefined, { role: "tooltip", hidden: "" }))
    this.help = this.root.appendChild(helpList())
    this.asked = this.root.appendChild(make("form", "ask", undefined, { hidden: "" }))
    this.number = make("input", "", undefined, { type: "number", min: "1", "aria-label": "Number of the chunk to go to" })
    this.asked.append(make("label", "", "Go to chunk "), this.number)
  }

  listen() {
    const on = (target, name, act, more = {}) => target.addEventListener(name, act, { signal: this.ended.signal, ...more })
    on(this.root, "keydown", (event) => this.key(event))
    on(this.scroller, "scroll", () => this.scrolled())
    on(this.scroller, "pointermove", (event) => this.hover(event))
    on(this.scroller, "pointerleave", () => this.hideCard())
    on(this.scroller, "pointerdown", () => (this.dragging = true))
    on(document, "pointerup", () => (this.dragging = false))
    on(this.scroller, "click", (event) => this.click(event))
    on(this.scroller, "copy", (event) => this.copy(event))
    on(document, "selectionchange", () => this.later("selecting", 150, () => this.selectText()))
    on(this.mapBox, "pointerdown", (event) => (this.mapBox.setPointerCapture(event.pointerId), this.mapTo(event)))
    on(this.mapBox, "pointermove", (event) => event.buttons && this.mapTo(event))
    on(this.helpButton, "click", () => this.toggleHelp())
    on(this.asked, "submit", (event) => (event.preventDefault(), this.goToNumber()))
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.scene && this.repaint())
    on(together, "scroll", (event) => this.follow(event.detail))
    this.resizing = new ResizeObserver(() => this.resized())
    this.resizing.observe(this.scroller)
  }

  end() {
    this.ended.abort()
    this.resizing.disconnect()
    this.root.remove()
  }

  later(name, milliseconds, act) {
    this.timers ??= {}
    clearTimeout(this.timers[name])
    this.timers[name] = setTimeout(act, milliseconds)
  }

  // ---- what is shown ----

  /** Draw a document (`Text`), its `Chunks`, its tokens if known, and the moment's data. What stands at the top stays there. */
  show({ text, chunks, tokens = null, moment = NOTHING, height }) {
    const before = this.scene
    if (height) this.root.style.height = `${height}px`
    const hits = moment.hits ? rows(moment.hits) : []
    const best = Math.max(...hits.map((hit) => hit.score))
    for (const hit of hits) hit.lit = best > 0 ? Math.max(0.15, hit.score / best) : 1
    this.scene = {
      text,
      chunks,
      tokens,
      hits,
      marks: moment.marks ? rows(moment.marks) : [],
      flags: moment.flags ? rows(moment.flags) : [],
      only: moment.only?.length ? new Set(moment.only) : null,
      ribbon: readRibbon(moment.ribbon),
      options: this.options,
      selected: -1,
    }
    this.hitOrder = hits.map((_, i) => i).sort((a, b) => hits[a].rank - hits[b].rank)
    this.together = moment.together
    if (before?.text.id !== text.id) this.newText()
    this.scene.selected = this.picked ? chunks.like(this.picked) : -1
    this.repaint()
    this.showPlaces()
    this.obey(moment)
    this.describe()
  }

  newText() {
    const { text } = this.scene
    this.picked = this.span = this.top = null
    this.measured = new Float64Array(text.blocks)
    this.scroller.scrollTop = 0
    this.scroller.classList.toggle("code", text.kind === "code")
  }

  /** What Python asked for since it last asked for something else. */
  obey({ goto, select }) {
    const wanted = JSON.stringify([goto, select])
    if (wanted === this.obeyed) return
    const [formerGoto, formerSelect] = JSON.parse(this.obeyed ?? "[null, null]")
    this.obeyed = wanted
    if (select !== null && select !== formerSelect && select < this.scene.chunks.count) this.select(select, { quiet: true, move: true })
    if (goto && String(goto) !== String(formerGoto)) this.goTo(goto[0], goto[1])
  }

  /** Draw everything anew; the text at the top of the window stays where it is. */
  repaint() {
    const { scene } = this
    this.themed()
    this.root.classList.toggle("searching", scene.hits.length > 0)
    this.root.classList.toggle("ribboned", Boolean(scene.ribbon))
    this.root.classList.toggle("overlaps", this.options.overlaps)
    this.scroller.setAttribute("aria-label", `Text of ${scene.text.name}, ${counted(scene.chunks.count, "chunks")}`)
    scene.selectedParent = scene.chunks.parents[scene.chunks.parent[scene.selected]] ?? null
    this.keepPlace(() => {
      this.measured.fill(0)
      this.window.replaceChildren()
      this.draw()
    })
    this.paintMap()
  }

  /** Take over a light or dark background; whether it is another one than before. */
  themed() {
    const [red, green, blue] = getComputedStyle(this.root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255]
    const dark = red * 0.3 + green * 0.6 + blue * 0.1 < 128
    const other = dark !== this.root.classList.contains("dark")
    this.root.classList.toggle("dark", dark)
    return other
  }

  paintMap() {
    drawMap(this.map, this.scene, getComputedStyle(this.root))
    this.frameMap()
  }

  // ---- what is near the window ----

  /** Tops of all blocks in pixels and the height of the whole: measured where drawn, estimated elsewhere. */
  layOut() {
    const { text } = this.scene
    const style = getComputedStyle(this.window)
    const line = parseFloat(style.lineHeight)
    const letters = Math.max(8, (this.window.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / (parseFloat(style.fontSize) * 0.47))
    if (this.tops?.length !== text.blocks + 1) this.tops = new Float64Array(text.blocks + 1)
    let top = 0
    for (let i = 0; i < text.blocks; i++) {
      this.tops[i] = top
      const lines = Math.max(1, text.heights[i], text.heights[i] * 0.4 + text.widths[i] / letters)
      top += this.measured[i] || lines * line
    }
    this.tops[text.blocks] = top
    this.spacer.style.height = `${Math.min(TALLEST, top) + 24}px`
  }

  /** Where the window's top is in the whole document, in pixels; differs from scrollTop only in documents too tall to scroll. */
  get at() {
    return this.scroller.scrollTop * this.squeeze
  }

  set at(pixels) {
    this.scroller.scrollTop = Math.max(0, pixels) / this.squeeze
  }

  get squeeze() {
    const seen = this.scroller.clientHeight
    const whole = this.tops[this.tops.length - 1]
    return whole > TALLEST ? (whole - seen) / (TALLEST - seen) : 1
  }

  /** Draw the blocks near the window, drop the others, and correct the heights; what is seen does not move by it. */
  draw() {
    this.layOut()
    const margin = this.scroller.clientHeight * 0.6
    for (let round = 0; round < 3; round++) {
      const at = this.at
      const first = Math.max(0, countUpTo(this.tops, at - margin) - 1)
      const last = Math.min(this.scene.text.blocks - 1, countUpTo(this.tops, at + this.scroller.clientHeight + margin) - 1)
      const seen = Math.min(last, Math.max(first, countUpTo(this.tops, at) - 1))
      const inside = at - this.tops[seen]
      if (!this.drawBlocks(first, last)) break
      this.layOut()
      const moved = this.tops[seen] + inside - at
      if (Math.abs(moved) > 0.5) this.at = at + moved
      this.placeWindow(first)
    }
    this.arrangeMargin()
    this.frameMap()
  }

  placeWindow(first) {
    this.window.style.transform = `translateY(${this.scroller.scrollTop + this.tops[first] - this.at}px)`
  }

  /** Make the window hold the blocks from `first` to `last`; whether anything was drawn. */
  drawBlocks(first, last) {
    for (const block of [...this.window.children]) {
      const outside = block.index === undefined || block.index < first || block.index > last
      if (outside && !(this.dragging && block.index !== undefined)) block.remove()
    }
    const drawn = new Map([...this.window.children].map((block) => [block.index, block]))
    first = Math.min(first, ...drawn.keys())
    last = Math.max(last, ...drawn.keys())
    const fresh = []
    for (let index = first; index <= last; index++) {
      if (drawn.has(index)) continue
      const block = paintBlock(index, this.scene)
      const next = [...this.window.children].find((other) => other.index > index)
      this.window.insertBefore(block, next ?? null)
      fresh.push(block)
    }
    for (const block of fresh) this.measured[block.index] = block.getBoundingClientRect().height
    if (fresh.length) thinLabels(fresh)
    this.first = first
    this.placeWindow(first)
    return fresh.length > 0
  }

  /** What depends on where the lines came to stand: brackets of parents, and the curve. */
  arrangeMargin() {
    const { text, chunks, ribbon, selected } = this.scene
    for (const extra of [...this.window.children]) if (extra.index === undefined) extra.remove()
    if (!this.window.children.length) return
    const from = text.starts[this.window.firstChild.index]
    const to = text.starts[this.window.lastChild.index + 1]
    const origin = this.window.getBoundingClientRect().top
    const height = this.window.getBoundingClientRect().height
    const place = (position) => {
      const box = this.box(position)
      return box && box.top + box.height / 2 - origin
    }
    const bar = ({ start, end }, name, title = "") => {
      if (start >= to || end <= from) return []
      const top = start < from ? 0 : (place(start) ?? 0) - 11
      const bottom = end > to ? height : (place(end - 1) ?? height) + 11
      const made = make("div", name, undefined, { title })
      made.style.cssText = `top:${top}px;height:${bottom - top}px`
      return [made]
    }
    const parentTitle = (parent, row) => `Parent ${row + 1}, ${counted(text.characters(parent.start, parent.end), "characters")}`
    const extras = chunks.parents.flatMap((parent, row) => bar(parent, row % 2 ? "bracket odd" : "bracket", parentTitle(parent, row)))
    if (selected >= 0) extras.push(...bar({ start: chunks.start[selected], end: chunks.end[selected] }, "rail"))
    if (ribbon) extras.push(drawRibbon(ribbon, from, to, place, 34, height))
    this.window.append(...extras)
  }

  scrolled() {
    if (this.waiting || !this.scene) return
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0
      this.hideCard()
      this.draw()
      this.later("top", 120, () => this.rememberTop())
      if (this.together && !this.following) this.tellOthers()
      this.following = false
    })
  }

  resized() {
    if (!this.scene || this.scroller.clientWidth === this.width) return this.scene && this.paintMap()
    this.width = this.scroller.clientWidth
    this.repaint()
  }

  // ---- places in the text and on the screen ----

  /** The text node that holds `position`, where it is drawn. */
  nodeAt(position) {
    const { text } = this.scene
    const block = [...this.window.children].find((one) => text.starts[one.index] <= position && position < text.starts[one.index + 1])
    if (!block) return null
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.from <= position && position < node.from + node.length) return node
    }
    return null
  }

  /** The rectangle of the character at `position`, null where it is not drawn. */
  box(position) {
    const node = this.nodeAt(position)
    if (!node) return null
    const range = document.createRange()
    range.setStart(node, position - node.from)
    range.setEnd(node, Math.min(node.length, position - node.from + 1))
    const boxes = range.getClientRects()
    return boxes[boxes.length - 1] ?? range.getBoundingClientRect()
  }

  /** The place in the text of a point of a range: of the first character behind it. */
  positionOf(node, offset) {
    if (node.from !== undefined) return node.from + offset
    const point = document.createRange()
    point.setStart(node, offset)
    const walker = document.createTreeWalker(this.window, NodeFilter.SHOW_TEXT)
    let end = null
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (text.from === undefined) continue
      if (point.comparePoint(text, 0) >= 0) return text.from
      end = text.from + text.length
    }
    return end
  }

  /** Remember which character stands at the top of the window, and how far from it. */
  rememberTop() {
    const { text } = this.scene
    const edge = this.scroller.getBoundingClientRect().top
    const block = [...this.window.children].find((one) => one.index !== undefined && one.getBoundingClientRect().bottom > edge + 1)
    if (!block || this.scroller.scrollTop < 2) return (this.top = null)
    let low = text.starts[block.index]
    let high = text.starts[block.index + 1] - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const box = this.box(middle)
      if (box && box.bottom > edge + 1) high = middle
      else low = middle + 1
    }
    const box = this.box(low)
    this.top = box && { position: low, offset: box.top - edge }
  }

  keepPlace(change) {
    const { top } = this
    change()
    if (top) this.bring(top.position, top.offset)
    if (this.span) this.restoreSelection(this.span)
  }

  /** Scroll until the character at `position` stands `offset` pixels below the window's top. */
  bring(position, offset) {
    const { text } = this.scene
    position = Math.max(0, Math.min(position, text.length - 1))
    const block = text.blockAt(position)
    if (block < 0) return
    for (let round = 0; round < 4; round++) {
      const box = this.box(position)
      const length = Math.max(1, text.starts[block + 1] - text.starts[block])
      const guess = this.tops[block] + ((position - text.starts[block]) / length) * (this.tops[block + 1] - this.tops[block])
      const away = box ? box.top - this.scroller.getBoundingClientRect().top - offset : guess - offset - this.at
      if (Math.abs(away) < 1) break
      this.at += away
      this.draw()
    }
    this.top = { position, offset }
  }

  goTo(start, end = start) {
    this.bring(start, this.scroller.clientHeight * 0.25)
    this.rememberTop()
    for (const piece of this.window.querySelectorAll(".piece")) {
      if (piece.piece.start < Math.max(end, start + 1) && piece.piece.end > start) {
        piece.classList.remove("flash")
        void piece.offsetWidth
        piece.classList.add("flash")
      }
    }
  }

  // ---- selecting ----

  select(i, { move = false, quiet = false } = {}) {
    const { chunks } = this.scene
    this.picked = i < 0 ? null : { chunk: i, start: chunks.start[i], end: chunks.end[i] }
    this.scene.selected = i
    this.rememberTop()
    this.repaint()
    if (move && i >= 0) this.reveal(chunks.start[i])
    this.describe()
    if (!quiet) this.later("report", 150, () => this.tell())
  }

  /** Scroll only where `position` is not in view with some text around it. */
  reveal(position) {
    const box = this.box(position)
    const view = this.scroller.getBoundingClientRect()
    if (!box || box.top < view.top + 30 || box.bottom > view.bottom - view.height * 0.3) this.bring(position, this.scroller.clientHeight * 0.25)
    this.rememberTop()
  }

  tell() {
    const { text, chunks } = this.scene
    this.report({ document: text.id, chunks: chunks.id, ...(this.picked ?? { chunk: null }), span: this.span && [this.span.start, this.span.end] })
  }

  click(event) {
    const piece = event.target.closest?.(".piece")?.piece
    const label = event.target.closest?.(".label")
    if (!label && (!piece || this.selectedSpan())) return // the mouse was released after selecting words
    if (!label) this.span = null // a click takes back what was selected
    const over = label ? [label.chunk] : piece.chunks
    if (!over.length) return this.select(-1)
    const at = over.indexOf(this.scene.selected)
    this.select(at < 0 ? over[over.length - 1] : over[(at + over.length - 1) % over.length])
  }

  selectText() {
    if (!this.scene) return
    const found = this.selectedSpan()
    if (found === undefined) return // somebody types about it elsewhere: what was selected stays selected
    if (String(found && [found.start, found.end]) === String(this.span && [this.span.start, this.span.end])) return
    this.span = found
    this.describe()
    if (this.dragging) return this.later("selecting", 150, () => ((this.span = null), this.selectText()))
    this.later("report", 150, () => this.tell())
  }

  /** What is selected here; null where nothing is, undefined where the page's selection is elsewhere. */
  selectedSpan() {
    const selection = document.getSelection()
    const shadow = this.root.getRootNode()
    const inShadow = shadow instanceof ShadowRoot
    const range = inShadow ? (selection?.getComposedRanges?.({ shadowRoots: [shadow] })[0] ?? null) : selection?.rangeCount ? selection.getRangeAt(0) : null
    if (!range || !this.window.contains(range.startContainer) || !this.window.contains(range.endContainer)) return undefined
    const start = this.positionOf(range.startContainer, range.startOffset)
    const end = this.positionOf(range.endContainer, range.endOffset)
    return start !== null && end !== null && start < end ? { start, end } : null
  }

  dropSpan() {
    if (this.span) document.getSelection().removeAllRanges()
    this.span = null
  }

  restoreSelection({ start, end }) {
    const first = this.nodeAt(start)
    const last = this.nodeAt(end - 1)
    if (first && last) document.getSelection().setBaseAndExtent(first, start - first.from, last, end - last.from)
  }

  /** Copying gives the text as it stands in the document, without numbers and signs. */
  copy(event) {
    const span = this.selectedSpan()
    if (!span) return
    event.clipboardData.setData("text/plain", this.scene.text.text.slice(span.start, span.end))
    event.preventDefault()
  }

  // ---- pointing ----

  hover(event) {
    const piece = event.buttons ? null : event.target.closest?.(".piece")?.piece
    if (!piece?.chunks.length) return this.hideCard()
    const i = piece.chunks.includes(this.scene.selected) ? this.scene.selected : piece.chunks[piece.chunks.length - 1]
    const key = `${i} ${piece.start}`
    if (key !== this.hovered) {
      this.hovered = key
      this.light(i)
      this.card.hidden = true
    }
    const { clientX, clientY } = event
    this.later("card", this.card.hidden ? 180 : 0, () => this.showCard(i, clientX, clientY, piece.chunks.filter((other) => other !== i)))
  }

  /** Deepen the colour of the chunk under the pointer. */
  light(i) {
    for (const piece of this.window.querySelectorAll(".piece")) piece.classList.toggle("lit", piece.piece.chunks.includes(i))
  }

  showCard(i, x, y, others = []) {
    const lines = cardLines(i, this.scene, others)
    this.card.replaceChildren(...lines.map(([name, words]) => make("div", name, words)))
    this.card.style.setProperty("--c", colourOf(this.scene.chunks, i))
    this.card.hidden = false
    const box = this.root.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = this.card
    const below = y - box.top + 22
    this.card.style.left = `${Math.max(4, Math.min(x - box.left + 12, box.width - offsetWidth - 8))}px`
    this.card.style.top = `${below + offsetHeight > box.height - 8 ? Math.max(4, y - box.top - offsetHeight - 16) : below}px`
  }

  hideCard() {
    if (this.hovered) this.light(-1)
    this.hovered = null
    clearTimeout(this.timers?.card)
    this.card.hidden = true
  }

  mapTo(event) {
    const box = this.mapBox.getBoundingClientRect()
    const share = (event.clientY - box.top) / box.height
    this.bring(Math.floor(share * this.scene.text.length), this.scroller.clientHeight / 2)
    this.rememberTop()
  }

  /** Draw the frame on the map around what the window shows. */
  frameMap() {
    const { text } = this.scene
    const position = (pixels) => {
      const block = Math.max(0, Math.min(text.blocks - 1, countUpTo(this.tops, pixels) - 1))
      const share = Math.min(1, (pixels - this.tops[block]) / Math.max(1, this.tops[block + 1] - this.tops[block]))
      return (text.starts[block] + share * (text.starts[block + 1] - text.starts[block])) / Math.max(1, text.length)
    }
    const [top, bottom] = [position(this.at), position(this.at + this.scroller.clientHeight)]
    this.frame.style.cssText = `top:${top * 100}%;height:max(6px, ${(bottom - top) * 100}%)`
  }

  tellOthers() {
    this.rememberTop()
    together.dispatchEvent(new CustomEvent("scroll", { detail: { from: this, group: this.together, document: this.scene.text.id, top: this.top } }))
  }

  follow({ from, group, document: id, top }) {
    if (from === this || group !== this.together || id !== this.scene?.text.id) return
    this.following = true
    if (top) this.bring(top.position, top.offset)
    else this.at = 0
  }

  // ---- words ----

  describe() {
    const { scene } = this
    const what = this.span ? `Selected ${spanWords(this.span, scene)}` : this.chunkWords(scene.selected)
    if (this.status.textContent !== what) this.status.textContent = what
  }

  chunkWords(i) {
    const { chunks, text } = this.scene
    if (i < 0) return chunks.count ? `${counted(chunks.count, "chunks")} · ${counted(text.lines.at(-1), "lines")}` : "No chunks: the text is blank."
    return `Chunk ${i + 1} of ${digits.format(chunks.count)} · ${chunks.size(i)} · ${chunks.cause(i)}`
  }

  /** Buttons for the hits and the marked answers, each leading to its place. */
  showPlaces() {
    const { hits, marks } = this.scene
    const button = (words, name, item) => {
      const made = make("button", name, words, { type: "button" })
      made.onclick = () => this.goTo(item.start, item.end)
      return made
    }
    const answers = marks.map((mark, i) => [mark, i]).filter(([mark]) => mark.kind === "answer")
    const buttons = this.hitOrder.map((i) => button(`${hits[i].rank} · ${score(hits[i].score)}`, "", hits[i]))
    buttons.push(...answers.slice(0, 200).map(([mark, i]) => button(`★${i + 1} ${clipped(mark.words, 40)}`, "answer", mark)))
    this.places.hidden = !buttons.length
    this.places.replaceChildren(...buttons)
  }

  // ---- keys ----

  key(event) {
    const typing = event.target === this.number
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (plain && event.key.length === 1) event.stopPropagation() // Streamlit's own keys (r, c) must not hear ours
    if (event.key === "Escape") this.escape()
    if (!plain || typing || !this.scene) return
    const act = this.actions()[event.key]
    if (!act || (event.target.closest("button") && event.key === "Enter")) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  actions() {
    const next = () => this.step(1)
    const previous = () => this.step(-1)
    return {
      j: next,
      k: previous,
      ArrowDown: next,
      ArrowRight: next,
      ArrowUp: previous,
      ArrowLeft: previous,
      n: () => this.stepHit(1),
      p: () => this.stepHit(-1),
      g: () => this.ask(),
      o: () => this.toggle("overlaps", "Only what overlaps is coloured."),
      w: () => this.toggle("space", "White space is visible."),
      t: () => this.toggleTokens(),
      Enter: () => this.explain(),
      "?": () => this.toggleHelp(),
    }
  }

  escape() {
    const open = !this.help.hidden || !this.asked.hidden || !this.card.hidden
    if (!open) this.select(-1)
    this.help.hidden = this.asked.hidden = true
    this.hideCard()
    this.scroller.focus({ preventScroll: true })
  }

  /** To the next or previous chunk; with `only` among those shown; from the window's top where none is selected. */
  step(by) {
    const { chunks, only, selected, text } = this.scene
    if (!chunks.count) return
    this.rememberTop()
    const top = countUpTo(chunks.start, (this.top?.position ?? 0) - 1)
    let i = selected < 0 ? (by > 0 ? top : top - 1) : selected + by
    while (only && i >= 0 && i < chunks.count && !only.has(i)) i += by
    i = Math.max(0, Math.min(chunks.count - 1, i))
    this.dropSpan()
    if (text.length) this.select(i, { move: true })
  }

  stepHit(by) {
    const { hits, chunks } = this.scene
    if (!hits.length) return (this.status.textContent = "There are no hits; ask a question first.")
    this.hit = this.hit === undefined || this.hit >= hits.length ? (by > 0 ? 0 : hits.length - 1) : (this.hit + by + hits.length) % hits.length
    const hit = hits[this.hitOrder[this.hit]]
    this.dropSpan()
    const same = chunks.over(hit.start, hit.end).find((i) => chunks.start[i] === hit.start && chunks.end[i] === hit.end)
    this.select(same ?? chunks.at(hit.start))
    this.goTo(hit.start, hit.end)
    this.status.textContent = `Hit ${hit.rank} of ${hits.length}, score ${score(hit.score)} · ${this.chunkWords(this.scene.selected)}`
  }

  ask() {
    this.asked.hidden = false
    this.number.max = this.scene.chunks.count
    this.number.value = ""
    this.number.focus()
  }

  goToNumber() {
    const wanted = Math.round(Number(this.number.value)) - 1
    const { count } = this.scene.chunks
    if (!count || Number.isNaN(wanted)) return
    this.asked.hidden = true
    this.scroller.focus({ preventScroll: true })
    this.dropSpan()
    this.select(Math.max(0, Math.min(count - 1, wanted)), { move: true })
  }

  toggle(name, words) {
    this.options[name] = !this.options[name]
    this.rememberTop()
    this.repaint()
    this.describe()
    if (this.options[name]) this.status.textContent = words
  }

  /** Token borders; where the tokens are not here yet they are asked for, and drawn when they come. */
  toggleTokens() {
    const { tokens, chunks } = this.scene
    this.toggle("tokens", tokens ? `Borders of ${chunks.tokenizer} are drawn.` : `Looking for the ${chunks.tokenizer} …`)
    if (this.options.tokens && !tokens) {
      if (this.wantTokens) this.wantTokens()
      else this.status.textContent = "This page does not carry the tokens: its document is too large."
    }
  }

  explain() {
    const { chunks, selected } = this.scene
    const box = selected < 0 ? null : this.box(chunks.start[selected])
    if (box) this.showCard(selected, this.mapBox.getBoundingClientRect().left - 380, box.top)
  }

  toggleHelp() {
    this.help.hidden = !this.help.hidden
    this.status.textContent = this.help.hidden ? "" : KEYS.map(([keys, words]) => `${keys}: ${words}`).join("; ")
    if (this.help.hidden) this.describe()
  }
}

function readRibbon(ribbon) {
  return ribbon && { ...ribbon, at: column(ribbon.at), cuts: new Set(column(ribbon.cut)) }
}

/** Where several chunks begin on one line there is room for one number: the selected one or the first, and how many more. */
function thinLabels(blocks) {
  const lines = []
  for (const label of blocks.flatMap((block) => [...block.querySelectorAll(".label")])) {
    const { top } = label.getBoundingClientRect()
    const line = lines.at(-1)
    if (line && Math.abs(top - line.top) < 16) line.labels.push(label)
    else lines.push({ top, labels: [label] })
  }
  for (const { labels } of lines) {
    const hidden = labels.reduce((sum, label) => sum + 1 + label.hides, -1)
    if (!hidden) continue
    const shown = labels.find((label) => label.classList.contains("chosen")) ?? labels[0]
    for (const label of labels) label.classList.toggle("crowded", label !== shown)
    shown.dataset.more = `+${hidden}`
  }
}
