// The presenter's bar and its keys. Titles go in as text, never as HTML.

const bars = new WeakMap()
const NEXT = ["ArrowRight", "PageDown"]
const BACK = ["ArrowLeft", "PageUp"]
const OWN_KEYS = "input, textarea, select, [contenteditable], [role=slider], [role=combobox], [role=listbox], [role=option], [role=radiogroup], [role=dialog]"
const LEAST = 220 // pixels of a text that is made to fit

const CHANGING = 10_000 // milliseconds that one bar may take to come after another
let newest = null // the bar that was shown last
let between = null // counts what is pressed while there is no bar that could be asked

export default function mount({ data, parentElement, setTriggerValue }) {
  let bar = bars.get(parentElement)
  if (!bar) bars.set(parentElement, (bar = new Bar(parentElement.querySelector(".presenter"))))
  bar.ask = (wish) => setTriggerValue("asked", wish)
  bar.show(data)
  const turn = Symbol("mounting")
  bar.mounted = turn
  return () => {
    if (bar.mounted !== turn) return // mounted again since: Streamlit may end the earlier mounting only now
    bar.end()
    bars.delete(parentElement)
  }
}

class Bar {
  constructor(root) {
    this.root = root
    this.id = crypto.getRandomValues(new Uint32Array(2)).join("-")
    this.turned = 0
    this.ended = new AbortController()
    const on = (target, name, act, capture = false) => target.addEventListener(name, act, { capture, signal: this.ended.signal })
    on(window, "keydown", (event) => this.hush(event), true)
    on(window, "keydown", (event) => this.key(event))
    on(document, "fullscreenchange", () => this.tellScreen())
    on(window, "resize", () => this.fitSoon())
    on(document, "click", (event) => {
      if (this.covered() && event.target.closest?.(".st-key-live") && !event.target.closest(".stFileUploader, .stAlert")) this.turn(1)
    })
    this.watching = new ResizeObserver(() => this.fitSoon())
    this.appearing = new MutationObserver(() => this.watch())
    this.appearing.observe(document.querySelector(".stMain") ?? document.body, { childList: true, subtree: true })
  }

  end() {
    this.ended.abort()
    if (this.data.teach && newest === this) count()
    this.watching.disconnect()
    this.appearing.disconnect()
    clearTimeout(this.fitting)
    this.root.replaceChildren()
  }

  show(data) {
    newest = this
    const wish = JSON.stringify(data)
    if (wish === this.drawn && this.root.childElementCount) return
    const focused = this.root.getRootNode().activeElement?.dataset?.name
    this.drawn = wish
    this.data = data
    const pressed = data.teach ? between?.end() : 0 // what was drawn before the bar was asked to begin may come after it
    if (pressed) this.turn(pressed)
    this.root.classList.toggle("on", data.teach > 0)
    this.root.replaceChildren(...(data.teach ? this.parts() : [this.begin()]))
    if (focused) this.root.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
    this.tellScreen()
    this.watch()
    this.fitSoon()
  }

  begin() {
    return button("present", "Present", "Present this lesson: full screen, one thing at a time", () => {
      this.screen(true)
      count()
      this.ask({ teach: 1 })
    })
  }

  parts() {
    const { data } = this
    const back = button("back", "‹", "Back (arrow left, Page up)", () => this.turn(-1))
    const next = button("next", data.teach === data.guess ? "Reveal ›" : "Next ›", "Next (arrow right, Page down)", () => this.turn(1))
    next.classList.add("main")
    back.disabled = data.at === 0 && data.teach === 1
    next.disabled = data.at === data.lessons.length - 1 && data.teach === data.steps.length
    const screen = button("screen", "", "", () => this.screen(!document.fullscreenElement))
    screen.hidden = !document.fullscreenEnabled
    const leave = button("leave", "Leave", "Leave presenter mode (Escape)", () => this.leave())
    return [this.lessons(), back, this.steps(), next, screen, leave]
  }

  lessons() {
    const menu = make("select", { ariaLabel: "Lesson" })
    menu.dataset.name = "lesson"
    let group = null
    this.data.lessons.forEach(([key, title, chapter], i) => {
      if (group?.label !== chapter) group = menu.appendChild(make("optgroup", { label: chapter }))
      group.append(make("option", { value: key, textContent: `${i + 1} of ${this.data.lessons.length} · ${title}`, selected: i === this.data.at }))
    })
    menu.onchange = () => {
      menu.blur() // the clicker goes on again
      this.ask({ lesson: menu.value })
    }
    return menu
  }

  /** The steps, and among them the decisions of a lesson that has such. */
  steps() {
    const { data } = this
    const list = make("ol", { ariaLabel: "Steps of the lesson" })
    data.steps.forEach((name, i) => {
      const item = list.appendChild(make("li", {}))
      const step = item.appendChild(button(`step ${name}`, name, "", () => this.to(i + 1)))
      if (i + 1 === data.teach) step.setAttribute("aria-current", "step")
      if (i + 1 < data.teach) step.classList.add("done")
      if (i + 1 === data.guess + 1 && data.count > 1) item.append(this.decisions())
    })
    return list
  }

  decisions() {
    const { data } = this
    const box = make("label", { className: "decisions" })
    const at = (n) => `${n} of ${data.count}`
    const slider = make("input", { type: "range", min: 1, max: data.count, value: data.decision + 1, ariaLabel: "Decision" })
    const said = make("span", { textContent: at(data.decision + 1) })
    slider.dataset.name = "decision"
    slider.setAttribute("aria-valuetext", at(data.decision + 1))
    slider.oninput = () => (said.textContent = at(slider.value))
    slider.onchange = () => {
      this.uncover()
      this.ask({ teach: data.guess + 1, decision: Number(slider.value) - 1 })
    }
    slider.onpointerup = () => slider.blur() // moved with the mouse: the clicker goes on again
    box.append(slider, said)
    return box
  }

  // ---- going on ----

  turn(by) {
    const { data } = this
    if (by > 0 && data.teach === data.guess) this.uncover()
    this.turned += by
    this.ask({ bar: this.id, turned: this.turned })
  }

  to(teach) {
    if (teach > this.data.guess) this.uncover()
    this.ask({ teach })
  }

  leave() {
    this.screen(false)
    newest = null
    this.ask({ teach: 0 })
  }

  covered() {
    return this.data.teach > 0 && document.querySelector(".at-step.at-guess")
  }

  /** At once: the server says the same a moment later. */
  uncover() {
    document.querySelector(".at-step.at-guess")?.classList.replace("at-guess", "at-reveal")
    this.fitSoon()
  }

  // ---- keys ----

  /** Streamlit's own keys (r runs the page again, c clears its caches) must not be hit by accident before a class. */
  hush(event) {
    const from = event.composedPath()[0]
    if (this.data.teach && /^[rc]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !from.closest?.(`${OWN_KEYS}, .viewer`)) event.stopPropagation()
  }

  key(event) {
    if (!this.data.teach || another(event)) return
    const by = turns(event)
    if (by) {
      event.preventDefault()
      this.turn(by)
    } else if (event.key === "Escape" && !document.fullscreenElement && !document.querySelector("[role=dialog], [data-baseweb=popover]")) this.leave()
  }

  // ---- the screen ----

  async screen(full) {
    try {
      if (full && document.fullscreenEnabled && !document.fullscreenElement) await document.documentElement.requestFullscreen()
      if (!full && document.fullscreenElement) await document.exitFullscreen()
    } catch {
      // a browser may refuse the full screen; the window is then presented as it is
    }
  }

  tellScreen() {
    const screen = this.root.querySelector("[data-name=screen]")
    if (!screen) return
    const full = Boolean(document.fullscreenElement)
    screen.textContent = full ? "Exit full screen" : "Full screen"
    screen.title = full ? "Leave the full screen" : "Fill the whole screen"
    this.fitSoon()
  }

  watch() {
    const stage = document.querySelector(".st-key-teaching-step")
    if (stage === this.watched) return
    this.watching.disconnect()
    this.watched = stage
    if (stage) this.watching.observe(stage)
  }

  fitSoon() {
    clearTimeout(this.fitting)
    this.fitting = setTimeout(() => this.fit(), 40)
  }

  /** Give the texts of the lesson the height that is left on the wall. They share one height: side by side all the same. */
  fit() {
    const stage = document.querySelector(".st-key-teaching-step")
    const live = stage?.querySelector(".st-key-live")
    const text = live && [...live.querySelectorAll("*")].map((one) => one.shadowRoot?.querySelector(".viewer")).find(Boolean)
    if (!this.data.teach || !text) return
    const free = this.root.getBoundingClientRect().top - 10
    const top = document.querySelector(".stMain").scrollTop
    const bottom = Math.max(...[...live.children].map((one) => one.getBoundingClientRect().bottom))
    const now = text.getBoundingClientRect().height
    const wanted = Math.max(LEAST, Math.round(now + free - (bottom + top)))
    if (Math.abs(wanted - now) > 2) live.style.setProperty("--viewer-height", `${wanted}px`)
  }
}

/** Out of presenter mode the bar stands elsewhere, and is made anew where it begins: what is pressed meanwhile counts. */
function count() {
  between?.end()
  const ended = new AbortController()
  let pressed = 0
  addEventListener("keydown", (event) => (pressed += another(event) ? 0 : turns(event)), {
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(CHANGING)]),
  })
  between = {
    end() {
      ended.abort()
      between = null
      return pressed
    },
  }
}

/** Whether a key is for something else than the bar. */
function another(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return true
  return Boolean(event.composedPath()[0].closest?.(OWN_KEYS))
}

function turns(event) {
  return NEXT.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0
}

function button(name, words, title, act) {
  const made = make("button", { type: "button", textContent: words, title, onclick: act })
  if (words.length < 2) made.ariaLabel = title
  made.dataset.name = name
  return made
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties)
}
