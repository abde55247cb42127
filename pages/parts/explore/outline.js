// The outline as a list of buttons. Labels come from the document: they go in as text, never as HTML.

const MOST = 1500 // rows drawn at a time; more are found by typing
const FILTER_FROM = 25 // entries from which there is a field to find one by

export default function mount({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".outline")
  root.style.maxHeight = `${data.height}px`
  if (root.document !== data.document) {
    root.replaceChildren()
    root.document = data.document
    root.shown = null
  }
  root.pick = (index) => setTriggerValue("picked", index)
  root.data = data
  if (!root.list) build(root)
  if (!root.contains(root.list)) root.append(root.field, root.list)
  root.field.hidden = data.label.length < FILTER_FROM
  draw(root)
}

function build(root) {
  root.field = make("input", "find", { type: "search", placeholder: "Find in the outline", ariaLabel: "Find in the outline" })
  root.list = make("div", "list", { ariaLabel: "Outline of the document" })
  root.list.setAttribute("role", "navigation")
  root.field.addEventListener("input", () => draw(root))
  root.addEventListener("keydown", (event) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation() // Streamlit's own keys must not hear these
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const rows = [...root.list.querySelectorAll("button")]
    const at = rows.indexOf(root.getRootNode().activeElement)
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
    event.preventDefault()
  })
}

function draw(root) {
  const { kind, label, depth, chunk, current } = root.data
  const wanted = root.field.hidden ? "" : root.field.value.trim().toLowerCase()
  const found = label.map((_, i) => i).filter((i) => !wanted || label[i].toLowerCase().includes(wanted))
  const rows = found.slice(0, MOST).map((i) => {
    const row = make("button", `row ${kind[i]}`, { type: "button", title: label[i] })
    row.style.setProperty("--depth", wanted ? 0 : Math.min(depth[i], 6))
    row.append(make("span", "label", { textContent: label[i] }))
    if (["class", "function", "method"].includes(kind[i])) row.append(make("span", "what", { textContent: kind[i] }))
    if (chunk[i] && kind[i] !== "page") row.append(make("span", "chunk", { textContent: `#${chunk[i]}` }))
    if (i === current) row.setAttribute("aria-current", "location")
    row.onclick = () => root.pick(i)
    return row
  })
  if (found.length > MOST) rows.push(make("p", "more", { textContent: `… and ${(found.length - MOST).toLocaleString("en")} more; type above to find one.` }))
  if (!found.length) rows.push(make("p", "more", { textContent: "No entry has these words." }))
  const focused = [...root.list.children].indexOf(root.getRootNode().activeElement)
  root.list.replaceChildren(...rows)
  if (focused >= 0) rows[focused]?.focus({ preventScroll: true })
  if (root.shown !== current) {
    const row = root.list.querySelector("[aria-current]")
    if (row && (row.offsetTop < root.list.scrollTop || row.offsetTop + row.offsetHeight > root.list.scrollTop + root.list.clientHeight))
      root.list.scrollTop = row.offsetTop - root.list.clientHeight / 3
    root.shown = current
  }
}

function make(tag, name, properties) {
  const element = Object.assign(document.createElement(tag), properties)
  element.className = name
  return element
}
