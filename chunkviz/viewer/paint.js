// One block of the document as elements: coloured pieces, and what stands in the margin or between the lines.

function make(tag, className, text, attributes = {}) {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== undefined) element.textContent = text
  for (const name in attributes) element.setAttribute(name, attributes[name])
  return element
}

const LABEL_ROOM = 16 // units of text between two labels; less than any line holds
const SHORT = { characters: "chr", words: "wds" }
const colourOf = (chunks, i) => `var(--c${chunks.colour[i] % COLOURS})`
const clipped = (text, most) => (text.length > most ? text.slice(0, most) + "…" : text)
const score = (value) => value.toFixed(2)

/** The element of block `index`; each of its text nodes knows its place in the text as `from`. */
function paintBlock(index, scene) {
  const { text, chunks, hits, marks, tokens, options } = scene
  const from = text.starts[index]
  const to = text.starts[index + 1]
  const over = to > from ? chunks.over(from, to) : []
  const layers = {
    chunks: over.map((i) => ({ start: chunks.start[i], end: chunks.end[i], id: i })),
    hits: hits.map(({ start, end }, id) => ({ start, end, id })),
    marks: marks.map(({ start, end }, id) => ({ start, end, id })),
    parents: scene.selectedParent ? [{ ...scene.selectedParent, id: 0 }] : [],
  }
  const cuts = [...over.map((i) => chunks.read[i]), ...text.pages.map((page) => page.at)].filter((at) => at > from && at < to)
  if (options.tokens && tokens) cuts.push(...tokens.end.subarray(countUpTo(tokens.end, from), countUpTo(tokens.end, to - 1)))
  const flags = scene.flags.filter(({ start }) => start >= from && (start < to || to === text.length))
  const here = { ...scene, flags, labelled: null, breaks: text.pages.filter(({ at }) => at >= from && at < to) }
  const block = make("div", "block")
  block.index = index
  let wrapper = block
  let wrapperKey = ""
  for (const piece of segments(from, to, layers, cuts)) {
    const key = frameClasses(piece, scene)
    const before = putBefore(piece, here, to)
    if (key !== wrapperKey || before.some((element) => element.tagName === "DIV")) {
      wrapper = key ? block.appendChild(make("span", key)) : block
      if (key && piece.chunks.length) wrapper.style.setProperty("--c", colourOf(chunks, piece.chunks.at(-1)))
      wrapperKey = key
    }
    for (const element of before) (element.tagName === "DIV" && wrapper !== block ? block.insertBefore(element, wrapper) : wrapper.append(element))
    wrapper.append(paintPiece(piece, scene))
  }
  return block
}

/** Classes of the frame that a piece shares with its neighbours: the selected chunk, its parent, a hit. */
function frameClasses(piece, scene) {
  const names = []
  if (piece.chunks.includes(scene.selected)) names.push("selected")
  else if (piece.parents.length) names.push("parent")
  if (piece.hits.length) names.push("hit", scene.hits[Math.min(...piece.hits)].rank === 1 ? "first" : "later")
  return names.length ? `frame ${names.join(" ")}` : ""
}

/** What stands before a piece: a page break, the number and size of each chunk that begins, text added before it, ranks. */
function putBefore(piece, scene, blockEnd) {
  const { breaks, chunks, hits, flags } = scene
  const found = []
  for (const page of breaks) if (page.at === piece.start) found.push(make("div", "page", page.title))
  for (const i of piece.chunks) if (chunks.start[i] === piece.start) found.push(...addedBefore(i, scene), ...chunkLabel(i, scene))
  for (const id of piece.hits) if (hits[id].start === piece.start) found.push(hitBadge(hits[id], scene, piece))
  for (const flag of flags) {
    if (flag.start >= piece.start && (flag.start < piece.end || piece.end === blockEnd)) found.push(make("span", "flag", flag.sign, { title: flag.words, role: "note", "aria-label": flag.words }))
  }
  return found
}

/** The label of chunk `i`; none where one stands so near that both would be on one line, which then counts it. */
function chunkLabel(i, scene) {
  const { text, chunks, selected, labelled } = scene
  const start = chunks.start[i]
  if (labelled && i !== selected && start - labelled.start < LABEL_ROOM && !/[\r\n]/.test(text.text.slice(labelled.start, start))) {
    labelled.hides++
    return []
  }
  const over = chunks.oversize[i] ? " over" : ""
  const chosen = i === selected ? " chosen" : ""
  const label = make("span", `label${over}${chosen}`, undefined, { role: "note", "aria-label": `Chunk ${i + 1}, ${chunks.size(i)}` })
  label.style.setProperty("--c", colourOf(chunks, i))
  const size = chunks.tokens[i] < 0 ? `${chunks.characters[i]} chr` : `${chunks.tokens[i]} ${SHORT[chunks.tokenizer] ?? "tok"}`
  label.append(make("b", "", `#${i + 1}`), make("span", "", over ? `${size} !` : size))
  scene.labelled = Object.assign(label, { chunk: i, start, hides: 0 })
  return [label]
}

/** The lines of text that are embedded before a chunk and do not stand there: generated text, and spans from elsewhere. */
function addedBefore(i, { text, chunks }) {
  const added = chunks.texts[chunks.added[i]]
  const parts = added ? [["generated", added]] : []
  for (const { start, end } of chunks.context(i)) parts.push([`from line ${text.line(start)}`, text.text.slice(start, end).trim()])
  if (!parts.length) return []
  const box = make("div", "added", undefined, { role: "note", "aria-label": `Added before chunk ${i + 1}` })
  box.style.setProperty("--c", colourOf(chunks, i))
  for (const [where, words] of parts) {
    const line = box.appendChild(make("div", "", visible(clipped(words, 400))))
    line.append(make("i", "", where))
  }
  return [box]
}

function hitBadge(hit, { chunks }, piece) {
  const badge = make("span", "rank", `${hit.rank} · ${score(hit.score)}`, { role: "note", "aria-label": `Hit ${hit.rank}, score ${score(hit.score)}` })
  const owner = chunks.at(piece.start)
  if (owner >= 0) badge.style.setProperty("--c", colourOf(chunks, owner))
  return badge
}

function paintPiece(piece, scene) {
  const { chunks, options } = scene
  const span = make("span", pieceClasses(piece, scene).join(" "))
  span.piece = piece
  const [last, ...others] = piece.chunks.slice().reverse()
  if (last !== undefined) span.style.setProperty("--c", colourOf(chunks, last))
  if (others.length) span.style.setProperty("--hatch", hatch(piece.chunks, chunks))
  const hit = piece.hits.length ? scene.hits[Math.min(...piece.hits)] : null
  if (hit) span.style.setProperty("--lit", hit.lit.toFixed(3))
  const sentence = piece.marks.map((id) => scene.marks[id]).find((mark) => mark.kind === "sentence")
  if (sentence) span.style.setProperty("--value", Math.max(0, Math.min(1, sentence.value ?? 0)).toFixed(3))
  for (const id of piece.marks) {
    const { start, kind } = scene.marks[id]
    if (start === piece.start && kind === "answer") span.append(make("span", "star", `★${id + 1}`))
  }
  const words = scene.text.text.slice(piece.start, piece.end)
  const following = scene.text.text.charAt(piece.end) // a CRLF may be cut in two
  if (options.space) appendWithSpace(span, words, piece.start, following)
  else appendFlowing(span, words, piece, following, scene.text.soft)
  return span
}

function pieceClasses(piece, { chunks, hits, marks, only, tokens, options }) {
  const names = ["piece"]
  const over = piece.chunks
  if (!over.length) names.push("bare")
  if (over.length === 1) names.push("one")
  if (over.length > 1) names.push(over.length === 2 ? "two" : "many")
  if (over.some((i) => chunks.start[i] === piece.start)) names.push("begins")
  if (over.some((i) => chunks.end[i] === piece.end)) names.push("ends")
  if (over.length && over.every((i) => chunks.read[i] <= piece.start)) names.push("unread")
  if (piece.hits.length) names.push("found")
  else if (hits.length) names.push("rest")
  if (only && !over.some((i) => only.has(i))) names.push("rest")
  for (const id of piece.marks) names.push(`mark-${marks[id].kind}`)
  if (options.tokens && tokens) names.push(countUpTo(tokens.end, piece.start) % 2 ? "token odd" : "token even")
  return names
}

/** Stripes in the colours of all the chunks that hold a piece; of more than four, the first two and the last two. */
function hatch(over, chunks) {
  const some = over.length > 4 ? [...over.slice(0, 2), ...over.slice(-2)] : over
  const shown = some.map((i) => colourOf(chunks, i))
  const width = shown.length > 2 ? 5 : 6
  const stripes = shown.map((colour, k) => `color-mix(in srgb, ${colour} var(--mix), transparent) ${k * width}px ${(k + 1) * width}px`)
  return `repeating-linear-gradient(135deg, ${stripes.join(", ")})`
}

function appendText(parent, words, from, following) {
  const node = document.createTextNode(visible(words, following))
  node.from = from
  parent.append(node)
}

/** The same with the soft line ends inside the piece drawn as the spaces they stand for; a chunk still begins on its own line. */
function appendFlowing(parent, words, piece, following, soft) {
  let from = piece.start
  for (let i = countUpTo(soft.start, from); i < soft.start.length && soft.end[i] < piece.end; i++) {
    appendText(parent, words.slice(from - piece.start, soft.start[i] - piece.start), from, "")
    appendText(parent.appendChild(make("span", "soft")), words.slice(soft.start[i] - piece.start, soft.end[i] - piece.start), soft.start[i], "")
    from = soft.end[i]
  }
  appendText(parent, words.slice(from - piece.start), from, following)
}

/** The same with each white-space character in an element of its own, which draws its sign. */
function appendWithSpace(parent, words, from, following) {
  const end = from + words.length
  const signs = { " ": "·", "\t": "→", "\n": "⏎", "\r": "␍", "\r\n": "␍⏎" }
  for (const part of words.match(/\r\n|\s|\S+/g) ?? []) {
    if (/\S/.test(part)) {
      appendText(parent, part, from, "")
    } else {
      const sign = signs[part] ?? "◦"
      const holder = parent.appendChild(make("span", part === "\t" || /[\r\n]/.test(part) ? "space wide" : "space", undefined, { "data-sign": sign }))
      appendText(holder, part, from, from + part.length === end ? following : "")
    }
    from += part.length
  }
}
