// What is said about a chunk: beside the pointer, in the line below the text, and to a screen reader.

/** Lines of the card of chunk `i`: [class, words]. */
function cardLines(i, scene, others = []) {
  const { text, chunks, hits, flags } = scene
  const start = chunks.start[i]
  const end = chunks.end[i]
  const first = text.line(start)
  const last = text.line(Math.max(start, end - 1))
  const lines = [
    ["title", `Chunk ${i + 1} of ${digits.format(chunks.count)}`],
    ["figures", [...new Set([chunks.size(i), counted(chunks.characters[i], "characters"), first === last ? `line ${first}` : `lines ${first}–${last}`])].join(" · ")],
  ]
  const path = text.path(start)
  if (path.length) lines.push(["path", path.join(" › ")])
  if (others.length) lines.push(["shared", `Here it shares its text with ${chunkNames(others)}.`])
  lines.push(["head", "Begins here because"], ["", chunks.cause(i - 1)], ["head", "Ends there because"], ["", chunks.cause(i)])
  if (chunks.overlap(i)) lines.push(["quiet", chunks.overlap(i)])
  if (chunks.oversize[i]) lines.push(["warn", chunks.texts[chunks.oversize[i]]])
  if (chunks.read[i] < end) lines.push(["warn", `The model does not read its last ${counted(text.characters(Math.max(start, chunks.read[i]), end), "characters")}.`])
  for (const hit of hits) if (hit.start < end && hit.end > start) lines.push(["hit", `Hit ${hit.rank}, score ${score(hit.score)}. ${hit.words ?? ""}`])
  for (const flag of flags) if (flag.start < end && flag.end >= start) lines.push(["warn", flag.words])
  return lines
}

function chunkNames(list) {
  const names = list.slice(0, 4).map((i) => i + 1)
  if (list.length > 4) return `chunks ${names.join(", ")} and ${list.length - 4} more`
  return `${list.length > 1 ? "chunks" : "chunk"} ${names.join(", ").replace(/, (?=\d+$)/, " and ")}`
}

/** A stretch of text selected with the mouse, in a sentence. */
function spanWords({ start, end }, { text, chunks, tokens }) {
  const parts = [counted(text.characters(start, end), "characters")]
  if (tokens) parts.push(`touching ${counted(countUpTo(tokens.end, end - 1) - countUpTo(tokens.end, start) + 1, tokens.unit)}`)
  const first = text.line(start)
  const last = text.line(end - 1)
  parts.push(first === last ? `line ${first}` : `lines ${first}–${last}`)
  const over = chunks.over(start, end)
  const whole = over.filter((i) => chunks.start[i] <= start && chunks.end[i] >= end)
  if (!over.length) parts.push("in no chunk")
  else if (whole.length) parts.push(`whole in ${chunkNames(whole)}`)
  else parts.push(`cut: parts in ${chunkNames(over)}`)
  return parts.join(" · ")
}

const KEYS = [
  ["j k, ↓ ↑", "next or previous chunk"],
  ["g", "go to a chunk by its number"],
  ["n p", "next or previous hit"],
  ["o", "show only what overlaps"],
  ["w", "make white space visible, and the line ends inside a Markdown paragraph"],
  ["t", "show where tokens end"],
  ["Enter", "say more about the selected chunk"],
  ["Esc", "close, or select nothing"],
  ["?", "this list"],
]

function helpList() {
  const help = make("div", "help", undefined, { role: "dialog", "aria-label": "Keys", hidden: "" })
  const list = help.appendChild(make("dl"))
  for (const [keys, words] of KEYS) list.append(make("dt", "", keys), make("dd", "", words))
  return help
}
