// Made from chunkviz/viewer/modules by `make viewer`; not to be edited. Modules: sha256 01121741a59405463aeefd0e0d4fbbdb22cbb59c0c357f601618ade9bf31e089
// data/columns.js
function column(base64) {
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Int32Array(bytes.buffer);
}
function rows({ start, end, ...more }) {
  const ends = column(end);
  return Array.from(column(start), (at, row) => {
    const item = { start: at, end: ends[row] };
    for (const name in more) item[name] = more[name][row];
    return (
      /** @type {Row} */
      item
    );
  });
}

// data/sorted.js
function countUpTo(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// data/wording.js
var digits = new Intl.NumberFormat("en");
function counted(count, noun) {
  return `${digits.format(count)} ${count === 1 ? noun.replace(/s$/, "") : noun}`;
}
var clipped = (text, most) => text.length > most ? `${text.slice(0, most)}…` : text;
var score = (value) => value.toFixed(2);
var lineRange = (first, last2) => first === last2 ? `line ${first}` : `lines ${first}–${last2}`;
function chunkNames(list) {
  const names = list.slice(0, 4).map((i) => i + 1);
  if (list.length > 4) return `chunks ${names.join(", ")} and ${list.length - 4} more`;
  return `${list.length > 1 ? "chunks" : "chunk"} ${names.join(", ").replace(/, (?=\d+$)/, " and ")}`;
}

// data/chunks.js
var Chunks = class {
  /**
   * @param {object} given
   * @param {ChunkColumns} given.columns
   * @param {string} [given.id]
   * @param {string} [given.tokenizer]  what sizes are counted in
   * @param {string[]} [given.texts]
   * @param {Span[]} [given.parents]
   * @param {Context[]} [given.contexts]  in order of their chunks
   */
  constructor({ columns, id = "", tokenizer = "tokens", texts = [""], parents = [], contexts = [] }) {
    this.id = id;
    this.tokenizer = tokenizer;
    this.texts = texts;
    this.count = columns.start.length;
    this.start = columns.start;
    this.end = columns.end;
    this.characters = columns.characters;
    this.tokens = columns.tokens;
    this.colour = columns.colour;
    this.causes = columns.causes;
    this.overlaps = columns.overlap;
    this.oversize = columns.oversize;
    this.added = columns.added;
    this.parent = columns.parent;
    this.read = columns.read;
    this.parents = parents;
    this.contexts = contexts;
    this.contextRows = Int32Array.from(contexts, ({ chunk }) => chunk);
    this.reach = new Int32Array(this.count);
    for (let i = 0, far = 0; i < this.count; i++) {
      far = Math.max(far, this.end[i]);
      this.reach[i] = far;
    }
  }
  /**
   * The last chunk that begins at or before `position` and holds it; -1 where none does.
   * @param {number} position
   */
  at(position) {
    for (let i = countUpTo(this.start, position) - 1; i >= 0 && this.reach[i] > position; i--)
      if (this.end[i] > position) return i;
    return -1;
  }
  /**
   * The chunks that share a character with [start, end), in order.
   * @param {number} start
   * @param {number} end
   */
  over(start, end) {
    const found = [];
    for (let i = countUpTo(this.start, end - 1) - 1; i >= 0 && this.reach[i] > start; i--) if (this.end[i] > start) found.push(i);
    return found.reverse();
  }
  /**
   * The chunk that stands where `former` stood in another chunking of the text.
   * @param {Span & {chunk: number}} former
   */
  like({ chunk, start, end }) {
    return chunk < this.count && this.start[chunk] === start && this.end[chunk] === end ? chunk : this.at(start);
  }
  /**
   * The chunk with just this span; undefined where there is none.
   * @param {Span} span
   */
  same({ start, end }) {
    return this.over(start, end).find((i) => this.start[i] === start && this.end[i] === end);
  }
  /** @param {number} i */
  parentOf(i) {
    return this.parents[this.parent[i]] ?? null;
  }
  /** @param {number} i */
  context(i) {
    return this.contexts.slice(countUpTo(this.contextRows, i - 1), countUpTo(this.contextRows, i));
  }
  /** @param {number} i */
  size(i) {
    return this.tokens[i] < 0 ? counted(this.characters[i], "characters") : counted(this.tokens[i], this.tokenizer);
  }
  /**
   * Why chunk `i` ends where it does; of -1, why the text begins.
   * @param {number} i
   */
  cause(i) {
    return i < 0 ? "The text begins here." : this.texts[this.causes[i]];
  }
  /**
   * The overlap with the chunk before, in a sentence; "" where none was asked for and none is there.
   * @param {number} i
   */
  overlap(i) {
    return this.texts[this.overlaps[i]];
  }
};
function readChunks(data) {
  const columns = {};
  for (const name in data.columns) columns[name] = column(data.columns[name]);
  const chunk = column(data.context.chunk);
  const contexts = rows({ start: data.context.start, end: data.context.end }).map((span, row) => ({ ...span, chunk: chunk[row] }));
  const { id, tokenizer, texts } = data;
  return new Chunks({
    columns,
    id,
    tokenizer,
    texts,
    parents: rows(data.parents),
    contexts
  });
}
function plainChunks(spans, { columns = {}, texts = [""] } = {}) {
  const none = spans.map(() => 0);
  const unknown = spans.map(() => -1);
  const ends = spans.map(({ end }) => end);
  const places = {
    start: spans.map(({ start }) => start),
    end: ends,
    characters: spans.map(({ start, end }) => end - start),
    colour: spans.map((_, i) => i),
    read: ends
  };
  const sentences = { causes: none, overlap: none, oversize: none, added: none };
  const numbers = { tokens: unknown, parent: unknown };
  return new Chunks({ columns: { ...places, ...sentences, ...numbers, ...columns }, texts });
}

// data/blocks.js
var BLOCK_FULL = 1200;
var BLOCK_LINES = 24;
var BLOCK_LONG = 3e3;
function cutIntoBlocks(text) {
  const starts = [0];
  const lines = [1];
  const heights = [];
  const widths = [];
  let lineStart = 0;
  let line = 1;
  let linesInside = 0;
  let width = 0;
  const close = (at, i) => {
    starts.push(at);
    lines.push(line);
    heights.push(linesInside + (at > lineStart ? 1 : 0));
    widths.push(width - (i - at));
    linesInside = 0;
    width = i - at;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    width += isWide(code) ? 2 : 1;
    const begin = starts[starts.length - 1];
    if (code === 10 || code === 13 && text.charCodeAt(i + 1) !== 10) {
      line++;
      linesInside++;
      lineStart = i + 1;
      if (lineStart - begin >= BLOCK_FULL || linesInside >= BLOCK_LINES) close(lineStart, i + 1);
    } else if (i - begin >= BLOCK_LONG) {
      close(lineStart > begin ? lineStart : placeToCut(text, i), i);
    }
  }
  if (starts[starts.length - 1] < text.length || starts.length === 1) close(text.length, text.length);
  return { starts: Int32Array.from(starts), lines, heights, widths };
}
var isWide = (code) => code >= 11904 && code < 55296 || code >= 63744 && code < 65024 || code >= 65280;
function placeToCut(text, position) {
  const near = text.slice(position - 400, position);
  const sentence = near.search(/[.!?。！？]\s+\S[^.!?。！？]*$/);
  if (sentence >= 0) return position - 400 + sentence + near.slice(sentence).search(/\s\S/) + 1;
  const space = near.lastIndexOf(" ");
  if (space >= 0) return position - 400 + space + 1;
  const around = text.slice(position - 64, position + 64);
  return position - 64 + (new Intl.Segmenter().segment(around).containing(64)?.index ?? 64);
}

// data/text.js
var Text = class {
  /**
   * @param {object} given
   * @param {string} given.text
   * @param {string} [given.id]
   * @param {string} [given.name]
   * @param {boolean} [given.fixed]  whether all of it is set in a fixed-width face
   * @param {Titled[]} [given.outline]  sections and symbols in order of start, outer ones first
   * @param {PageBreak[]} [given.pages]
   * @param {{start: ArrayLike<number>, end: ArrayLike<number>}} [given.soft]  line ends that mean no more than a space
   * @param {Faces} [given.faces]  stretches in another face, in order, none inside another
   * @param {Gaps} [given.gaps]  room between the columns of tables, in order
   */
  constructor({
    text,
    id = "",
    name = "",
    fixed = false,
    outline = [],
    pages = [],
    soft = { start: [], end: [] },
    faces = { start: [], end: [], name: [] },
    gaps = { at: [], width: [], needs: [] }
  }) {
    this.text = text;
    this.id = id;
    this.name = name;
    this.fixed = fixed;
    this.outline = outline;
    this.pages = pages;
    this.soft = soft;
    this.faces = faces;
    this.gaps = gaps;
    const { starts, lines, heights, widths } = cutIntoBlocks(text);
    this.starts = starts;
    this.lines = lines;
    this.heights = heights;
    this.widths = widths;
  }
  get length() {
    return this.text.length;
  }
  get blocks() {
    return this.starts.length - 1;
  }
  get lastLine() {
    return this.lines[this.blocks];
  }
  /** @param {number} position */
  blockAt(position) {
    return Math.min(this.blocks, countUpTo(this.starts, position)) - 1;
  }
  /**
   * The line, from 1, that the character at `position` stands on.
   * @param {number} position
   */
  line(position) {
    const block = Math.max(0, this.blockAt(position));
    const before = this.text.slice(this.starts[block], position);
    const split = before.endsWith("\r") && this.text[position] === "\n" ? 1 : 0;
    return this.lines[block] + (before.match(/\r\n|\n|\r/g)?.length ?? 0) - split;
  }
  /**
   * The stretches in another face that lie over [from, to), each with its row as `id`.
   * @param {number} from
   * @param {number} to
   */
  facesOver(from, to) {
    const { start, end } = this.faces;
    const over = [];
    let id = Math.max(0, countUpTo(start, from) - 1);
    for (; id < start.length && start[id] < to; id++) if (end[id] > from) over.push({ start: start[id], end: end[id], id });
    return over;
  }
  /**
   * Where room is left in [from, to), for the tables whose columns fit into lines of so many letters.
   * @param {number} from
   * @param {number} to
   * @param {number} letters
   */
  gapsOver(from, to, letters) {
    const { at, width, needs } = this.gaps;
    const over = /* @__PURE__ */ new Map();
    for (let i = countUpTo(at, from - 1); i < at.length && at[i] < to; i++) if (needs[i] <= letters) over.set(at[i], width[i]);
    return over;
  }
  /**
   * How many characters stand in [start, end): a pair of surrogates is one.
   * @param {number} start
   * @param {number} end
   */
  characters(start, end) {
    return end - start - (this.text.slice(start, end).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
  }
  /**
   * The titles that `position` stands under, outermost first.
   * @param {number} position
   */
  path(position) {
    const titles = [];
    for (const place of this.outline) {
      if (place.start > position) break;
      if (place.end > position) titles.push(place.title);
    }
    return titles;
  }
};
function readText(data) {
  const { id, name, fixed, text } = data;
  const pages = Array.from(column(data.pages.start), (at, row) => ({ at, title: data.pages.title[row] }));
  const soft = { start: column(data.soft.start), end: column(data.soft.end) };
  const faces = { start: column(data.faces.start), end: column(data.faces.end), name: data.faces.name };
  const gaps = { at: column(data.gaps.at), width: column(data.gaps.width), needs: column(data.gaps.needs) };
  return new Text({ id, name, fixed, text, outline: rows(data.outline), pages, soft, faces, gaps });
}

// data/scene.js
var NOTHING = {
  hits: null,
  marks: null,
  flags: null,
  only: [],
  ribbon: null,
  goto: null,
  select: null,
  together: ""
};
function sceneOf({
  text,
  chunks,
  tokens = null,
  moment = NOTHING,
  options = plainOptions(),
  selected = -1,
  zoom = 1,
  letters = 0
}) {
  const read = (columns) => columns ? (
    /** @type {any[]} */
    rows(columns)
  ) : [];
  return {
    text,
    chunks,
    tokens,
    hits: lit(read(moment.hits)),
    marks: read(moment.marks),
    flags: read(moment.flags),
    only: moment.only?.length ? new Set(moment.only) : null,
    ribbon: moment.ribbon && { ...moment.ribbon, at: column(moment.ribbon.at), cuts: new Set(column(moment.ribbon.cut)) },
    options,
    selected,
    zoom,
    letters
  };
}
var plainOptions = () => ({ space: false, tokens: false, overlaps: false });
var emptyScene = () => sceneOf({ text: new Text({ text: "" }), chunks: plainChunks([]) });
function lit(hits) {
  const best = Math.max(...hits.map((hit) => hit.score));
  return hits.map((hit) => ({ ...hit, lit: best > 0 ? Math.max(0.15, hit.score / best) : 1 }));
}
var readTokens = (data) => ({ ...data, end: column(data.end) });

// data/shelf.js
var KEY = /* @__PURE__ */ Symbol.for("chunkviz.shelf");
var page = (
  /** @type {Record<symbol, Shelf>} */
  /** @type {unknown} */
  globalThis
);
page[KEY] ??= { things: /* @__PURE__ */ new Map(), event: new EventTarget() };
var shelf = page[KEY];

// viewing/ending.js
var last = /* @__PURE__ */ new WeakMap();
function ending(element, end) {
  const turn = /* @__PURE__ */ Symbol("mounting");
  last.set(element, turn);
  return () => {
    if (last.get(element) !== turn) return;
    last.delete(element);
    end();
  };
}

// drawing/card.js
function cardLines(i, { text, chunks, hits, flags }, others = []) {
  const start = chunks.start[i];
  const end = chunks.end[i];
  const where = lineRange(text.line(start), text.line(Math.max(start, end - 1)));
  const figures = /* @__PURE__ */ new Set([chunks.size(i), counted(chunks.characters[i], "characters"), where]);
  const lines = [
    ["title", `Chunk ${i + 1} of ${digits.format(chunks.count)}`],
    ["figures", [...figures].join(" · ")]
  ];
  const path = text.path(start);
  if (path.length) lines.push(["path", path.join(" › ")]);
  if (others.length) lines.push(["shared", `Here it shares its text with ${chunkNames(others)}.`]);
  lines.push(
    ["heading", "Begins here because"],
    ["", chunks.cause(i - 1)],
    ["heading", "Ends there because"],
    ["", chunks.cause(i)]
  );
  if (chunks.overlap(i)) lines.push(["overlap-note", chunks.overlap(i)]);
  if (chunks.oversize[i]) lines.push(["warning", chunks.texts[chunks.oversize[i]]]);
  if (chunks.read[i] < end) {
    const unread = text.characters(Math.max(start, chunks.read[i]), end);
    lines.push(["warning", `The model does not read its last ${counted(unread, "characters")}.`]);
  }
  for (const hit of hits) {
    if (hit.start < end && hit.end > start) lines.push(["hit", `Hit ${hit.rank}, score ${score(hit.score)}. ${hit.words ?? ""}`]);
  }
  for (const flag of flags) if (flag.start < end && flag.end >= start) lines.push(["warning", flag.words]);
  return lines;
}
function chunkWords(i, { chunks, text }) {
  if (i >= 0) return `Chunk ${i + 1} of ${digits.format(chunks.count)} · ${chunks.size(i)} · ${chunks.cause(i)}`;
  if (!chunks.count) return "No chunks: the text is blank.";
  return `${counted(chunks.count, "chunks")} · ${counted(text.lastLine, "lines")}`;
}
function spanWords({ start, end }, { text, chunks, tokens }) {
  const parts = [counted(text.characters(start, end), "characters")];
  if (tokens) parts.push(`touching ${counted(countUpTo(tokens.end, end - 1) - countUpTo(tokens.end, start) + 1, tokens.unit)}`);
  parts.push(lineRange(text.line(start), text.line(end - 1)));
  const over = chunks.over(start, end);
  const whole = over.filter((i) => chunks.start[i] <= start && chunks.end[i] >= end);
  if (!over.length) parts.push("in no chunk");
  else if (whole.length) parts.push(`whole in ${chunkNames(whole)}`);
  else parts.push(`cut: parts in ${chunkNames(over)}`);
  return parts.join(" · ");
}

// drawing/colour.js
var colourOf = (chunks, i) => `var(--c${chunks.colour[i]})`;
function stripes(sharing, chunks) {
  const shown = sharing.length > 4 ? [...sharing.slice(0, 2), ...sharing.slice(-2)] : sharing;
  const bands = shown.map((i, k) => {
    const tint = `color-mix(in srgb, ${colourOf(chunks, i)} var(--stripe-tint), transparent)`;
    return `${tint} calc(${k} * var(--stripe-width)) calc(${k + 1} * var(--stripe-width))`;
  });
  return `repeating-linear-gradient(135deg, ${bands.join(", ")})`;
}

// drawing/element.js
function make(tag, className = "", text, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}

// drawing/labels.js
var UNITS = 16;
var UNITS_SMALL = 40;
var SMALL = 0.6;
var PIXELS = 16;
var PIXELS_SMALL = 28;
var SHORT = (
  /** @type {Record<string, string>} */
  { characters: "chr", words: "wds" }
);
function chunkLabel(i, { text, chunks, selected, zoom }, former) {
  const start = chunks.start[i];
  if (former && i !== selected && isNear(former.at, start, text.text, zoom)) {
    former.hides++;
    return null;
  }
  const oversize = chunks.oversize[i] ? " oversize" : "";
  const chosen = i === selected ? " selected" : "";
  const words = { role: "note", "aria-label": `Chunk ${i + 1}, ${chunks.size(i)}` };
  const label = Object.assign(make("span", `chunk-label${oversize}${chosen}`, void 0, words), {
    chunk: i,
    at: start,
    hides: 0
  });
  label.style.setProperty("--c", colourOf(chunks, i));
  const size = chunks.tokens[i] < 0 ? `${chunks.characters[i]} chr` : `${chunks.tokens[i]} ${SHORT[chunks.tokenizer] ?? "tok"}`;
  label.append(make("b", "", `#${i + 1}`), make("span", "", oversize ? `${size} !` : size));
  return label;
}
function isNear(former, start, text, zoom) {
  if (zoom < SMALL) return start - former < UNITS_SMALL / zoom;
  return start - former < UNITS && !/[\r\n]/.test(text.slice(former, start));
}
function thinLabels(blocks, zoom) {
  const room = zoom < SMALL ? PIXELS_SMALL : PIXELS;
  const labels = (
    /** @type {LabelElement[]} */
    blocks.flatMap((block) => [...block.querySelectorAll(".chunk-label")])
  );
  for (const label of labels) {
    label.classList.remove("crowded");
    delete label.dataset.more;
  }
  const tops = labels.map((label) => label.getBoundingClientRect().top);
  const lines = [];
  for (const [i, label] of labels.entries()) {
    const top = tops[i];
    const line = lines.at(-1);
    if (!line || Math.abs(top - line.top) >= room) {
      lines.push({ shown: label, top, all: [label] });
      continue;
    }
    line.all.push(label);
    if (label.classList.contains("selected")) Object.assign(line, { shown: label, top });
  }
  for (const { shown, all } of lines) {
    const hidden = all.reduce((sum, label) => sum + 1 + label.hides, -1);
    for (const label of all) label.classList.toggle("crowded", label !== shown);
    if (hidden) shown.dataset.more = `+${hidden}`;
  }
}
function labelledAt(target) {
  const element = target instanceof Element ? target.closest(".chunk-label") : null;
  return (
    /** @type {LabelElement | null} */
    element?.chunk
  );
}

// drawing/letters.js
var SIGNS = (
  /** @type {Record<string, string>} */
  { " ": "·", "	": "→", "\n": "⏎", "\r": "␍", "\r\n": "␍⏎" }
);
function appendText(parent, words, from, following) {
  parent.appendChild(Object.assign(document.createTextNode(visible(words, following)), { from }));
}
function appendFlowing(parent, words, from, following, soft) {
  const begin = from;
  const end = from + words.length;
  for (let i = countUpTo(soft.start, from); i < soft.start.length && soft.end[i] < end; i++) {
    appendText(parent, words.slice(from - begin, soft.start[i] - begin), from, "");
    const softEnd = words.slice(soft.start[i] - begin, soft.end[i] - begin);
    appendText(parent.appendChild(make("span", "soft-line-end")), softEnd, soft.start[i], "");
    from = soft.end[i];
  }
  appendText(parent, words.slice(from - begin), from, following);
}
function appendWithSpace(parent, words, from, following) {
  const end = from + words.length;
  for (const part of words.match(/\r\n|\s|\S+/g) ?? []) {
    if (/\S/.test(part)) {
      appendText(parent, part, from, "");
    } else {
      const takesRoom = part === "	" || /[\r\n]/.test(part);
      const holder = make("span", takesRoom ? "white-space takes-room" : "white-space", void 0, {
        "data-sign": SIGNS[part] ?? "◦"
      });
      appendText(parent.appendChild(holder), part, from, from + part.length === end ? following : "");
    }
    from += part.length;
  }
}
function visible(text, following = "") {
  return (text + following).replace(/\p{Cc}/gu, (char) => pictures[char] ?? char).replace(/\r\n/g, "​\n").replace(/\r/g, "\n").slice(0, text.length);
}
var pictures = (
  /** @type {Record<string, string>} */
  { "": "␡" }
);
for (let code = 0; code < 32; code++) {
  if (code !== 9 && code !== 10 && code !== 13) pictures[String.fromCharCode(code)] = String.fromCharCode(9216 + code);
}

// drawing/before.js
function putBefore(piece, scene, pending) {
  const { chunks, hits } = scene;
  const found = [];
  for (const { at, title } of pending.breaks) if (at === piece.start) found.push(pageBreak(title));
  for (const i of piece.chunks) {
    if (chunks.start[i] !== piece.start) continue;
    found.push(...addedText(i, scene));
    const label = chunkLabel(i, scene, pending.label);
    if (label) found.push(label);
    pending.label = label ?? pending.label;
  }
  for (const id of piece.hits) if (hits[id].start === piece.start) found.push(hitRank(hits[id], chunks, chunks.at(piece.start)));
  for (const flag of pending.flags) {
    if (flag.start >= piece.start && (flag.start < piece.end || piece.end === pending.end)) found.push(flagSign(flag));
  }
  return found;
}
var pageBreak = (title) => make("div", "page-break", title);
var flagSign = ({ sign, words }) => make("span", "flag", sign, { title: words, role: "note", "aria-label": words });
function addedText(i, { text, chunks }) {
  const added = chunks.texts[chunks.added[i]];
  const parts = added ? [["generated", added]] : [];
  for (const { start, end } of chunks.context(i))
    parts.push([`from line ${text.line(start)}`, text.text.slice(start, end).trim()]);
  if (!parts.length) return [];
  const box = make("div", "added-text", void 0, { role: "note", "aria-label": `Added before chunk ${i + 1}` });
  box.style.setProperty("--c", colourOf(chunks, i));
  for (const [where, words] of parts) {
    const line = box.appendChild(make("div", "", visible(clipped(words, 400))));
    line.append(make("i", "", where));
  }
  return [box];
}
function hitRank(hit, chunks, owner) {
  const words = { role: "note", "aria-label": `Hit ${hit.rank}, score ${score(hit.score)}` };
  const badge = make("span", "hit-rank", `${hit.rank} · ${score(hit.score)}`, words);
  if (owner >= 0) badge.style.setProperty("--c", colourOf(chunks, owner));
  return badge;
}

// data/segments.js
function segments(from, to, layers, cuts = []) {
  const edges = sortedEdges(from, to, layers, cuts);
  const active = Object.fromEntries(Object.keys(layers).map((name) => [name, []]));
  const found = [];
  const add = (start, end) => {
    const piece = { start, end };
    for (const name in active) piece[name] = active[name].slice();
    if (end > start) found.push(piece);
  };
  let at = from;
  for (const { at: edge, name, id = 0, begins } of edges) {
    if (edge >= to) break;
    if (edge > at) {
      add(at, edge);
      at = edge;
    }
    if (!name) continue;
    const list = active[name];
    if (begins) list.push(id);
    else list.splice(list.indexOf(id), 1);
  }
  add(at, to);
  return found;
}
function sortedEdges(from, to, layers, cuts) {
  const edges = cuts.map((at) => ({ at }));
  for (const name in layers) {
    for (const { start, end, id } of layers[name]) {
      if (start >= to || end <= from || start >= end) continue;
      edges.push({ at: Math.max(start, from), name, id, begins: true }, { at: end, name, id, begins: false });
    }
  }
  return edges.sort((a, b) => a.at - b.at);
}

// drawing/piece.js
function paintPiece(piece, scene) {
  const { chunks, hits, marks, options, text } = scene;
  const span = Object.assign(make("span", pieceClasses(piece, scene).join(" ")), { piece });
  const last2 = piece.chunks.at(-1);
  if (last2 !== void 0) span.style.setProperty("--c", colourOf(chunks, last2));
  if (piece.chunks.length > 1) span.style.setProperty("--stripes", stripes(piece.chunks, chunks));
  if (piece.hits.length) span.style.setProperty("--lit", hits[Math.min(...piece.hits)].lit.toFixed(3));
  const sentence = piece.marks.map((id) => marks[id]).find((mark2) => mark2.kind === "sentence");
  if (sentence) span.style.setProperty("--value", Math.max(0, Math.min(1, sentence.value ?? 0)).toFixed(3));
  for (const id of piece.marks) {
    const { start, kind } = marks[id];
    if (start === piece.start && kind === "answer") span.append(make("span", "answer-star", `★${id + 1}`));
  }
  const words = text.text.slice(piece.start, piece.end);
  const following = text.text.charAt(piece.end);
  if (options.space) appendWithSpace(span, words, piece.start, following);
  else appendFlowing(span, words, piece.start, following, text.soft);
  return span;
}
function pieceClasses({ start, end, chunks: over, hits: found, marks: marked, faces }, scene) {
  const { chunks, hits, marks, only, tokens, options, text } = scene;
  const names = ["piece"];
  for (const id of faces) names.push(text.faces.name[id]);
  if (!over.length) names.push("uncovered");
  if (over.length === 1) names.push("alone");
  if (over.length > 1) names.push("overlap");
  if (over.length > 2) names.push("of-many");
  if (over.some((i) => chunks.start[i] === start)) names.push("chunk-start");
  if (over.some((i) => chunks.end[i] === end)) names.push("chunk-end");
  if (over.length && over.every((i) => chunks.read[i] <= start)) names.push("unread");
  if (found.length) names.push("found");
  else if (hits.length || only && !over.some((i) => only.has(i))) names.push("dimmed");
  for (const id of marked) names.push(marks[id].kind === "answer" ? "answer" : "scored-sentence");
  if (options.tokens && tokens) names.push(countUpTo(tokens.end, start) % 2 ? "token odd" : "token even");
  return names;
}
function pieceAt(target) {
  const element = target instanceof Element ? target.closest(".piece") : null;
  return (
    /** @type {PieceElement | null} */
    element?.piece
  );
}
var piecesIn = (parent) => parent.querySelectorAll(".piece");

// drawing/block.js
function paintBlock(index, scene) {
  const { text, chunks, flags } = scene;
  const from = text.starts[index];
  const to = text.starts[index + 1];
  const block = Object.assign(make("div", "block"), { index });
  const pending = {
    breaks: text.pages.filter(({ at }) => at >= from && at < to),
    flags: flags.filter(({ start }) => start >= from && (start < to || to === text.length)),
    end: to,
    label: null
  };
  let frame = block;
  let classes = "";
  const gaps = text.gapsOver(from, to, scene.letters);
  for (const piece of piecesOf(from, to, scene, gaps.keys())) {
    const wanted = frameClasses(piece, scene);
    const before = putBefore(piece, scene, pending);
    if (wanted !== classes || before.some(standsAlone)) {
      frame = wanted ? block.appendChild(make("span", wanted)) : block;
      const last2 = piece.chunks.at(-1);
      if (wanted && last2 !== void 0) frame.style.setProperty("--c", colourOf(chunks, last2));
      classes = wanted;
    }
    for (const element of before) {
      if (standsAlone(element) && frame !== block) block.insertBefore(element, frame);
      else frame.append(element);
    }
    const painted = paintPiece(piece, scene);
    if (gaps.has(piece.start)) {
      painted.classList.add("after-gap");
      painted.style.setProperty("--gap", gaps.get(piece.start));
    }
    frame.append(painted);
  }
  return block;
}
var standsAlone = (element) => element.tagName === "DIV";
function piecesOf(from, to, { text, chunks, hits, marks, tokens, options, selected }, gaps) {
  const over = to > from ? chunks.over(from, to) : [];
  const parent = chunks.parentOf(selected);
  const layers = {
    chunks: over.map((i) => ({ start: chunks.start[i], end: chunks.end[i], id: i })),
    hits: hits.map(({ start, end }, id) => ({ start, end, id })),
    marks: marks.map(({ start, end }, id) => ({ start, end, id })),
    faces: text.facesOver(from, to),
    parents: parent ? [{ ...parent, id: 0 }] : []
  };
  const cuts = [...gaps, ...over.map((i) => chunks.read[i]), ...text.pages.map((page3) => page3.at)].filter(
    (at) => at > from && at < to
  );
  if (options.tokens && tokens) cuts.push(...tokens.end.subarray(countUpTo(tokens.end, from), countUpTo(tokens.end, to - 1)));
  return segments(from, to, layers, cuts);
}
function frameClasses({ chunks, parents, hits: found }, { selected, hits }) {
  const names = [];
  if (chunks.includes(selected)) names.push("selected");
  else if (parents.length) names.push("parent");
  if (found.length) names.push(hits[Math.min(...found)].rank === 1 ? "hit best" : "hit");
  return names.length ? `frame ${names.join(" ")}` : "";
}

// drawing/ribbon.js
var RIBBON_WIDTH = 34;
function drawRibbon(ribbon, from, to, place, height) {
  const svg = shape("svg", {
    class: "similarity-curve",
    width: RIBBON_WIDTH,
    height,
    role: "img",
    "aria-label": ribbon.label
  });
  const x = (value) => (3 + Math.max(0, Math.min(1, value)) * (RIBBON_WIDTH - 6)).toFixed(1);
  const points = [];
  for (let row = countUpTo(ribbon.at, from - 1); row < ribbon.at.length && ribbon.at[row] < to; row++) {
    const top = place(ribbon.at[row]);
    if (top !== null) points.push({ row, x: x(ribbon.value[row]), y: top.toFixed(1) });
  }
  if (ribbon.threshold !== null) svg.append(shape("path", { class: "threshold", d: `M${x(ribbon.threshold)} 0V${height}` }));
  svg.append(shape("path", { class: "curve", d: points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("") }));
  for (const { row, x: cx, y: cy } of points) {
    if (!ribbon.cuts.has(ribbon.at[row])) continue;
    const dot = svg.appendChild(shape("circle", { class: "cut", cx, cy, r: 3.4 }));
    dot.appendChild(shape("title", {})).textContent = `${ribbon.value[row].toFixed(2)}: cut here`;
  }
  return svg;
}
function shape(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  return element;
}

// drawing/legend.js
var MARKS = [
  {
    words: "A chunk in its colour; a bar where it begins",
    draw: () => example("One chunk. The next.", {
      spans: [
        [0, 11],
        [11, 20]
      ]
    })
  },
  {
    words: "Stripes: text that chunks share, in the colours of all; dotted below where they are more than two",
    draw: () => example("one two three", {
      spans: [
        [0, 13],
        [4, 13],
        [8, 13]
      ]
    })
  },
  { words: "No colour: text in no chunk", draw: () => example("a chunk · in none", { spans: [[0, 8]] }) },
  {
    words: "Dotted grey: the embedding model does not read this far",
    draw: () => example("read · not read", { spans: [[0, 15]], columns: { read: [7] } })
  },
  {
    words: "Double bar: text embedded before a chunk that does not stand there",
    draw: () => example("the chunk", { spans: [[0, 9]], columns: { added: [1] }, texts: ["", "words"] })
  },
  {
    words: "Number and size of the chunk that begins on the line; ! where it is over its size, +3 where three more begin",
    draw: drawLabel
  },
  {
    words: "Underline and bar in the margin: the selected chunk",
    draw: drawSelected
  },
  {
    words: "Bracket in the margin: a parent, which is handed on for the chunks inside it",
    draw: () => make("div", "parent-bracket")
  },
  { words: "Frame with rank and score: a hit, solid for the best, dashed for the others", draw: drawHits },
  {
    words: "Star and double underline: a passage that answers a question",
    draw: () => example("the answer", { spans: [[0, 10]], scene: { marks: [mark(0, 10, "answer")] } })
  },
  {
    words: "Underline: a sentence, the thicker the nearer to the question",
    draw: () => example("Near. Far.", { spans: [[0, 10]], scene: { marks: [mark(0, 5, "sentence", 0.9), mark(6, 10, "sentence", 0.15)] } })
  },
  {
    words: "Pale: a chunk that is not looked for",
    draw: () => example("a pale chunk", { spans: [[0, 12]], scene: { only: /* @__PURE__ */ new Set() } })
  },
  { words: "Something to look at; point at it to read what", draw: () => flagSign({ sign: "!", words: "An example" }) },
  { words: "Scissors: an answer is cut here", draw: () => flagSign({ sign: "✂", words: "An example" }) },
  { words: "Curve: how similar neighbouring sentences are; dashed the threshold, a dot where that cut", draw: drawCurve },
  {
    words: "Ticks below: where tokens end, with t",
    draw: () => example("tokenizers", {
      spans: [[0, 10]],
      scene: {
        tokens: { id: "", unit: "tokens", end: Int32Array.of(5, 10) },
        options: { tokens: true, space: false, overlaps: false }
      }
    })
  },
  {
    words: "Signs for white space, with w",
    draw: () => example("a b	c", { spans: [[0, 5]], scene: { options: { tokens: false, space: true, overlaps: false } } })
  }
];
function buildLegend(keys) {
  const panel = make("div", "legend", void 0, { role: "dialog", "aria-label": "Marks and keys", tabindex: "-1" });
  const marks = section(panel, "Marks", "marks");
  for (const { words, draw } of MARKS) {
    marks.append(make("dt"), make("dd", "", words));
    marks.children[marks.children.length - 2].append(draw());
  }
  const list = section(panel, "Keys", "keys");
  for (const { shown, words } of keys) list.append(make("dt", "", shown), make("dd", "", words));
  return panel;
}
function section(panel, title, name) {
  panel.append(make("h2", "", title));
  return panel.appendChild(make("dl", name));
}
function example(text, { spans, columns = {}, texts = [""], selected = -1, scene = {} }) {
  const chunks = plainChunks(
    spans.map(([start, end]) => ({ start, end })),
    { columns, texts }
  );
  return paintBlock(0, { ...sceneOf({ text: new Text({ text }), chunks, selected }), ...scene });
}
function drawSelected() {
  const both = make("div");
  both.append(make("div", "selected-bar"), example("selected", { spans: [[0, 8]], selected: 0 }));
  return both;
}
function drawLabel() {
  const chunks = plainChunks([{ start: 0, end: 1 }], { columns: { tokens: [64], oversize: [1] }, texts: ["", "An example"] });
  return chunkLabel(0, sceneOf({ text: new Text({ text: "a" }), chunks }), null) ?? make("span");
}
function drawHits() {
  const hits = [
    { start: 0, end: 5, rank: 1, score: 0.71, lit: 1, words: "" },
    { start: 5, end: 9, rank: 2, score: 0.4, lit: 0.5, words: "" }
  ];
  return example("best next", {
    spans: [
      [0, 5],
      [5, 9]
    ],
    scene: { hits }
  });
}
function drawCurve() {
  const ribbon = {
    at: Int32Array.of(0, 1, 2, 3),
    value: [0.9, 0.7, 0.15, 0.8],
    threshold: 0.4,
    cuts: /* @__PURE__ */ new Set([2]),
    label: "An example"
  };
  return drawRibbon(ribbon, 0, 4, (position) => 4 + position * 9, 36);
}
var mark = (start, end, kind, value = null) => ({ start, end, kind, value, words: "" });

// viewing/going.js
var MOST = 200;
function goTo(viewport, start, end = start) {
  viewport.bring(start, viewport.scroller.clientHeight * 0.25);
  viewport.rememberTop();
  for (const element of piecesIn(viewport.lines)) {
    if (element.piece.start >= Math.max(end, start + 1) || element.piece.end <= start) continue;
    element.classList.remove("arrived");
    void element.offsetWidth;
    element.classList.add("arrived");
  }
}
function showJumps({ jumps }, viewport) {
  const { hits, marks } = viewport.scene;
  const button = (words, { start, end }, name = "") => {
    const made = make("button", name, words, { type: "button" });
    made.onclick = () => goTo(viewport, start, end);
    return made;
  };
  const buttons = hits.toSorted((a, b) => a.rank - b.rank).map((hit) => button(`${hit.rank} · ${score(hit.score)}`, hit));
  marks.forEach((mark2, i) => {
    if (mark2.kind !== "answer" || buttons.length >= hits.length + MOST) return;
    buttons.push(button(`★${i + 1} ${clipped(mark2.words, 40)}`, mark2, "answer"));
  });
  jumps.hidden = !buttons.length;
  jumps.replaceChildren(...buttons);
}
var GoToForm = class {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.form = viewer.parts.goTo;
    this.number = viewer.parts.number;
  }
  open() {
    this.form.hidden = false;
    this.number.max = String(this.viewer.viewport.scene.chunks.count);
    this.number.value = "";
    this.number.focus();
  }
  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const { choosing, selection, viewport } = this.viewer;
    const { count } = viewport.scene.chunks;
    const wanted = Math.round(Number(this.number.value)) - 1;
    if (!count || Number.isNaN(wanted)) return;
    this.form.hidden = true;
    viewport.scroller.focus({ preventScroll: true });
    selection.drop();
    choosing.select(Math.max(0, Math.min(count - 1, wanted)), { move: true });
  }
};

// viewing/choosing.js
var Choosing = class {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.picked = null;
    this.hit = -1;
  }
  /** Begin with another text: nothing is selected. */
  newText() {
    this.picked = null;
    this.hit = -1;
  }
  /**
   * Select chunk `i`, or none with -1.
   * @param {number} i
   * @param {{move?: boolean, quiet?: boolean}} how  `move`: bring it into view; `quiet`: do not report it
   */
  select(i, { move = false, quiet = false } = {}) {
    const { viewer } = this;
    const { viewport } = viewer;
    const { chunks } = viewport.scene;
    this.picked = i < 0 ? null : { chunk: i, start: chunks.start[i], end: chunks.end[i] };
    viewport.scene.selected = i;
    viewport.rememberTop();
    viewer.repaint();
    if (move && i >= 0) viewport.reveal(chunks.start[i]);
    viewer.describe();
    if (!quiet) viewer.reportSoon();
  }
  /** Select what stands where the picked chunk stood, in chunks that have changed; without drawing. */
  again() {
    const { scene } = this.viewer.viewport;
    scene.selected = this.picked ? scene.chunks.like(this.picked) : -1;
  }
  /** @param {MouseEvent} event */
  click(event) {
    const { selection, viewport } = this.viewer;
    const labelled = labelledAt(event.target);
    const piece = pieceAt(event.target);
    if (labelled !== void 0) return this.select(labelled);
    if (!piece || selection.now()) return;
    selection.span = null;
    const over = piece.chunks;
    if (!over.length) return this.select(-1);
    const at = over.indexOf(viewport.scene.selected);
    this.select(over[(Math.max(0, at) + over.length - 1) % over.length]);
  }
  /**
   * To the next or previous chunk; with `only` among those shown; from the window's top where none is selected.
   * @param {number} by
   */
  step(by) {
    const { viewport, selection } = this.viewer;
    const { chunks, only, selected } = viewport.scene;
    if (!chunks.count) return;
    viewport.rememberTop();
    const top = countUpTo(chunks.start, (viewport.top?.position ?? 0) - 1);
    let i = selected < 0 ? by > 0 ? top : top - 1 : selected + by;
    while (only && i >= 0 && i < chunks.count && !only.has(i)) i += by;
    selection.drop();
    this.select(Math.max(0, Math.min(chunks.count - 1, i)), { move: true });
  }
  /**
   * To the next or previous hit by rank.
   * @param {number} by
   */
  stepHit(by) {
    const { viewer } = this;
    const { hits, chunks } = viewer.viewport.scene;
    if (!hits.length) return viewer.say("There are no hits; ask a question first.");
    const known = this.hit >= 0 && this.hit < hits.length;
    this.hit = known ? (this.hit + by + hits.length) % hits.length : by > 0 ? 0 : hits.length - 1;
    const hit = hits.toSorted((a, b) => a.rank - b.rank)[this.hit];
    viewer.selection.drop();
    this.select(chunks.same(hit) ?? chunks.at(hit.start));
    goTo(viewer.viewport, hit.start, hit.end);
    viewer.say(
      `Hit ${hit.rank} of ${hits.length}, score ${score(hit.score)} · ${chunkWords(viewer.viewport.scene.selected, viewer.viewport.scene)}`
    );
  }
};

// viewing/keys.js
function keyRows(viewer) {
  const { choosing, zoom } = viewer;
  const next = () => choosing.step(1);
  const previous = () => choosing.step(-1);
  const larger = () => zoom.step(1);
  const smaller = () => zoom.step(-1);
  return [
    {
      shown: "j k, ↓ ↑",
      words: "next or previous chunk",
      acts: { j: next, k: previous, ArrowDown: next, ArrowRight: next, ArrowUp: previous, ArrowLeft: previous }
    },
    { shown: "g", words: "go to a chunk by its number", acts: { g: () => viewer.goToForm.open() } },
    {
      shown: "n p",
      words: "next or previous hit",
      acts: { n: () => choosing.stepHit(1), p: () => choosing.stepHit(-1) }
    },
    {
      shown: "+ −",
      words: "larger or smaller text, down to the pattern of the whole document; also Ctrl and the wheel",
      acts: { "+": larger, "=": larger, "-": smaller, "−": smaller }
    },
    { shown: "0", words: "text in reading size", acts: { 0: () => zoom.set(1) } },
    {
      shown: "o",
      words: "show only what overlaps",
      acts: { o: () => viewer.toggle("overlaps", "Only what overlaps is coloured.") }
    },
    {
      shown: "w",
      words: "make white space visible, and the line ends inside a Markdown paragraph",
      acts: { w: () => viewer.toggle("space", "White space is visible.") }
    },
    { shown: "t", words: "show where tokens end", acts: { t: () => viewer.toggleTokens() } },
    {
      shown: "Enter",
      words: "say more about the selected chunk",
      acts: { Enter: () => viewer.pointing.explainSelected() }
    },
    { shown: "Esc", words: "close, or select nothing", acts: { Escape: () => viewer.escape() } },
    { shown: "?", words: "this list", acts: { "?": () => viewer.toggleLegend() } }
  ];
}
function keyListener(rows2) {
  const acts = Object.assign({}, ...rows2.map((row) => row.acts));
  return (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.key.length === 1) event.stopPropagation();
    const typing = target.tagName === "INPUT" && event.key !== "Escape";
    const pressing = event.key === "Enter" && target.closest("button");
    if (!plain || typing || pressing || !Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  };
}

// viewing/together.js
var KEY2 = /* @__PURE__ */ Symbol.for("chunkviz.together");
var page2 = (
  /** @type {Record<symbol, EventTarget>} */
  /** @type {unknown} */
  globalThis
);
page2[KEY2] ??= new EventTarget();
function tellOthers(place) {
  page2[KEY2].dispatchEvent(new CustomEvent("place", { detail: place }));
}
function whenOthersMove(follow, signal) {
  page2[KEY2].addEventListener("place", (event) => follow(
    /** @type {CustomEvent<Place>} */
    event.detail
  ), { signal });
}

// viewing/listening.js
var SETTLED = 150;
function listen(viewer) {
  const { parts, viewport, minimap, zoom } = viewer;
  const ended = new AbortController();
  const { signal } = ended;
  parts.root.addEventListener("keydown", keyListener(viewer.keys), { signal });
  parts.legendButton.addEventListener("click", () => viewer.toggleLegend(), { signal });
  parts.smaller.addEventListener("click", () => zoom.step(-1), { signal });
  parts.asRead.addEventListener("click", () => zoom.set(1), { signal });
  parts.larger.addEventListener("click", () => zoom.step(1), { signal });
  parts.goTo.addEventListener("submit", (event) => viewer.goToForm.submit(event), { signal });
  parts.map.addEventListener("pointerdown", (event) => minimap.press(event), { signal });
  parts.map.addEventListener("pointermove", (event) => minimap.drag(event), { signal });
  parts.scroller.addEventListener("wheel", (event) => zoom.wheel(event), { signal, passive: false });
  parts.scroller.addEventListener(
    "scroll",
    oncePerFrame(() => viewer.scrolled()),
    { signal }
  );
  listenToText(viewer, signal);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => viewer.repaint(), { signal });
  whenOthersMove((place) => viewer.follow(place), signal);
  const resizing = new ResizeObserver(() => viewer.resized());
  resizing.observe(viewport.scroller);
  return () => {
    ended.abort();
    resizing.disconnect();
    viewer.timers.dropAll();
    parts.root.remove();
  };
}
function listenToText(viewer, signal) {
  const { scroller } = viewer.parts;
  const { viewport, selection, pointing, choosing, timers } = viewer;
  scroller.addEventListener("pointermove", (event) => pointing.move(event), { signal });
  scroller.addEventListener("pointerleave", () => pointing.hide(), { signal });
  scroller.addEventListener("click", (event) => choosing.click(event), { signal });
  scroller.addEventListener("copy", (event) => selection.copy(event), { signal });
  const hold = (held) => () => {
    viewport.held = held;
  };
  scroller.addEventListener("pointerdown", hold(true), { signal });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, hold(false), { signal });
  let unreported = false;
  const settle = () => timers.later("selecting", SETTLED, take);
  const take = () => {
    const changed = selection.update();
    if (changed) viewer.describe();
    unreported ||= changed;
    if (viewport.held) return settle();
    if (unreported) viewer.reportSoon();
    unreported = false;
  };
  document.addEventListener("selectionchange", settle, { signal });
}
function oncePerFrame(act) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      act();
    });
  };
}

// drawing/map.js
var LEFT = 6;
var WIDE = 14;
function drawMap(canvas, scene, style) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(ratio, ratio);
  drawChunks(context, scene, style, height, 1 / ratio);
  drawTicks(context, scene, style, height);
}
function drawChunks(context, { text, chunks, hits, only }, style, height, step) {
  const colours = [];
  for (let i = 0; style.getPropertyValue(`--c${i}`); i++) colours.push(style.getPropertyValue(`--c${i}`));
  const strength = hits.length || only ? 0.45 : 0.85;
  const crowded = height / chunks.count < 1.5;
  const tone = style.getPropertyValue("--ink");
  for (let top = 0; top < height; top += step) {
    const i = chunks.at(Math.floor((top + step / 2) / height * text.length));
    if (i < 0) continue;
    context.globalAlpha = crowded ? strength * 0.3 : only?.has(i) ? 0.95 : strength;
    context.fillStyle = crowded ? tone : colours[chunks.colour[i]];
    context.fillRect(LEFT, top, WIDE, step);
  }
  context.globalAlpha = 1;
  if (!chunks.count || height / chunks.count <= 3) return;
  context.fillStyle = style.getPropertyValue("--paper");
  for (let i = 0; i < chunks.count; i++) {
    context.fillRect(LEFT, chunks.start[i] / Math.max(1, text.length) * height - 0.5, WIDE, 1);
  }
}
function drawTicks(context, { text, hits, marks, flags }, style, height) {
  const y = (position) => position / Math.max(1, text.length) * height;
  const tick = ({ start, end }, left, wide, least) => context.fillRect(left, y(start) - 0.5, wide, Math.max(least, y(end) - y(start)));
  context.fillStyle = style.getPropertyValue("--accent");
  for (const hit of hits.toReversed()) tick(hit, 22, hit.rank === 1 ? 8 : 5, 4);
  context.fillStyle = style.getPropertyValue("--ink");
  for (const mark2 of marks) if (mark2.kind === "answer") tick(mark2, 0, 5, 3);
  context.fillStyle = style.getPropertyValue("--warn");
  for (const { start } of flags) tick({ start, end: start }, 2, 3, 2);
}

// viewing/minimap.js
var Minimap = class {
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   */
  constructor({ root, map, canvas, inView }, viewport) {
    this.root = root;
    this.map = map;
    this.canvas = canvas;
    this.inView = inView;
    this.viewport = viewport;
  }
  paint() {
    drawMap(this.canvas, this.viewport.scene, getComputedStyle(this.root));
    this.frame();
  }
  /** Draw the frame around what the window shows. */
  frame() {
    const { layout, at, scroller, scene } = this.viewport;
    const length = Math.max(1, scene.text.length);
    const top = layout.positionAt(at) / length;
    const bottom = layout.positionAt(at + scroller.clientHeight) / length;
    this.inView.style.cssText = `top:${top * 100}%;height:max(6px, ${(bottom - top) * 100}%)`;
  }
  /** @param {PointerEvent} event */
  press(event) {
    this.map.setPointerCapture(event.pointerId);
    this.lead(event);
  }
  /** @param {PointerEvent} event */
  drag(event) {
    if (event.buttons) this.lead(event);
  }
  /** @param {PointerEvent} event */
  lead({ clientY }) {
    const { top, height } = this.map.getBoundingClientRect();
    const { viewport } = this;
    viewport.bring(Math.floor((clientY - top) / height * viewport.scene.text.length), viewport.scroller.clientHeight / 2);
    viewport.rememberTop();
  }
};

// viewing/parts.js
function buildParts(host) {
  const root = host.appendChild(make("div", "viewer", void 0, { role: "region", "aria-label": "Chunks in the text" }));
  const jumps = root.appendChild(make("div", "jumps", void 0, { role: "toolbar", "aria-label": "Hits and marks", hidden: "" }));
  const content = root.appendChild(make("div", "content"));
  const scroller = content.appendChild(make("div", "scroller", void 0, { tabindex: "0", role: "document" }));
  const spacer = scroller.appendChild(make("div", "spacer"));
  const lines = spacer.appendChild(make("div", "lines"));
  const mapWords = { role: "img", "aria-label": "Map of the whole document; click to go there" };
  const map = content.appendChild(make("div", "map", void 0, mapWords));
  const canvas = map.appendChild(make("canvas"));
  const inView = map.appendChild(make("div", "in-view"));
  const card = root.appendChild(make("div", "card", void 0, { role: "tooltip", hidden: "" }));
  return { root, jumps, scroller, spacer, lines, map, canvas, inView, card, ...buildFooter(root), ...buildGoTo(root) };
}
function buildFooter(root) {
  const footer = root.appendChild(make("div", "footer"));
  const status = footer.appendChild(make("div", "status", "", { role: "status", "aria-live": "polite" }));
  const zoom = footer.appendChild(make("div", "zoom", void 0, { role: "group", "aria-label": "Size of the text" }));
  const button = (sign, name) => zoom.appendChild(make("button", "", sign, { type: "button", "aria-label": name, title: name }));
  const smaller = button("−", "Smaller text (−)");
  const asRead = button("100 %", "Reading size (0)");
  const larger = button("+", "Larger text (+)");
  const legendButton = footer.appendChild(make("button", "", "? legend", { type: "button", title: "Marks and keys (?)" }));
  return { status, smaller, asRead, larger, legendButton };
}
function buildGoTo(root) {
  const goTo2 = root.appendChild(make("form", "go-to", void 0, { hidden: "" }));
  const words = { type: "number", min: "1", "aria-label": "Number of the chunk to go to" };
  const number = make("input", "", void 0, words);
  goTo2.append(make("label", "", "Go to chunk "), number);
  return { goTo: goTo2, number };
}

// viewing/pointing.js
var Pointing = class {
  #place = "";
  // what the pointer is on
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   * @param {Timers} timers
   */
  constructor({ root, card, map }, viewport, timers) {
    this.root = root;
    this.card = card;
    this.map = map;
    this.viewport = viewport;
    this.timers = timers;
  }
  /** @param {PointerEvent} event */
  move(event) {
    const piece = event.buttons ? void 0 : pieceAt(event.target);
    if (!piece?.chunks.length) return this.hide();
    const { selected } = this.viewport.scene;
    const i = piece.chunks.includes(selected) ? selected : piece.chunks[piece.chunks.length - 1];
    const place = `${i} ${piece.start}`;
    if (place !== this.#place) {
      this.#place = place;
      this.light(i);
      this.card.hidden = true;
    }
    const { clientX, clientY } = event;
    const others = piece.chunks.filter((other) => other !== i);
    this.timers.later("card", this.card.hidden ? 180 : 0, () => this.show(i, clientX, clientY, others));
  }
  /** @param {number} i */
  light(i) {
    for (const element of piecesIn(this.viewport.lines)) element.classList.toggle("hovered", element.piece.chunks.includes(i));
  }
  /**
   * Show the card of chunk `i` near a point of the screen.
   * @param {number} i
   * @param {number} x
   * @param {number} y
   * @param {number[]} others  chunks that share the text there
   */
  show(i, x, y, others = []) {
    const { card } = this;
    const { scene } = this.viewport;
    card.replaceChildren(...cardLines(i, scene, others).map(([name, words]) => make("div", name, words)));
    card.style.setProperty("--c", colourOf(scene.chunks, i));
    card.hidden = false;
    const box = this.root.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = card;
    const below = y - box.top + 22;
    card.style.left = `${Math.max(4, Math.min(x - box.left + 12, box.width - offsetWidth - 8))}px`;
    card.style.top = `${below + offsetHeight > box.height - 8 ? Math.max(4, y - box.top - offsetHeight - 16) : below}px`;
  }
  /** Show the card of the selected chunk beside its beginning. */
  explainSelected() {
    const { scene } = this.viewport;
    const box = scene.selected < 0 ? null : this.viewport.box(scene.chunks.start[scene.selected]);
    if (box) this.show(scene.selected, this.map.getBoundingClientRect().left - 380, box.top);
  }
  hide() {
    if (this.#place) this.light(-1);
    this.#place = "";
    this.timers.drop("card");
    this.card.hidden = true;
  }
};

// viewing/requests.js
var Requests = class {
  /** @type {Wanted} */
  #former = { goto: null, select: null };
  /**
   * What of it is new.
   * @param {Wanted} wanted
   * @returns {Wanted}
   */
  fresh({ goto, select }) {
    const { goto: formerGoto, select: formerSelect } = this.#former;
    this.#former = { goto, select };
    return {
      goto: String(goto) === String(formerGoto) ? null : goto,
      select: select === formerSelect ? null : select
    };
  }
};

// viewing/placement.js
function nodeAt(root, position) {
  for (const node of placedNodes(root)) if (node.from <= position && position < node.from + node.length) return node;
  return null;
}
function boxIn(node, position) {
  const range = document.createRange();
  range.setStart(node, position - node.from);
  range.setEnd(node, Math.min(node.length, position - node.from + 1));
  const boxes = range.getClientRects();
  return boxes[boxes.length - 1] ?? range.getBoundingClientRect();
}
function positionOf(root, node, offset) {
  if (isPlaced(node)) return node.from + offset;
  const point = document.createRange();
  point.setStart(node, offset);
  let end = null;
  for (const text of placedNodes(root)) {
    if (point.comparePoint(text, 0) >= 0) return text.from;
    end = text.from + text.length;
  }
  return end;
}
function* placedNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isPlaced(node)) yield node;
}
var isPlaced = (node) => "from" in node;

// viewing/selection.js
var TextSelection = class {
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   */
  constructor({ root }, viewport) {
    this.root = root;
    this.viewport = viewport;
    this.span = null;
  }
  /** What is selected here now; null where nothing is, undefined where the page's selection is elsewhere. */
  now() {
    const { lines } = this.viewport;
    const range = this.range();
    if (!range || !lines.contains(range.startContainer) || !lines.contains(range.endContainer)) return void 0;
    const start = positionOf(lines, range.startContainer, range.startOffset);
    const end = positionOf(lines, range.endContainer, range.endOffset);
    return start !== null && end !== null && start < end ? { start, end } : null;
  }
  /** The page's selection, which a shadow root hides from the page. */
  range() {
    const selection = document.getSelection();
    const shadow = this.root.getRootNode();
    if (!selection) return null;
    if (shadow instanceof ShadowRoot) return selection.getComposedRanges?.({ shadowRoots: [shadow] })[0] ?? null;
    return selection.rangeCount ? selection.getRangeAt(0) : null;
  }
  /** Take over what is selected now; whether it is anything else than before. */
  update() {
    const now = this.now();
    if (now === void 0) return false;
    if (now?.start === this.span?.start && now?.end === this.span?.end) return false;
    this.span = now;
    return true;
  }
  drop() {
    if (this.span) document.getSelection()?.removeAllRanges();
    this.span = null;
  }
  /** Select it again, since it was drawn again. */
  restore() {
    if (!this.span) return;
    const { start, end } = this.span;
    const first = this.viewport.nodeAt(start);
    const last2 = this.viewport.nodeAt(end - 1);
    if (first && last2) document.getSelection()?.setBaseAndExtent(first, start - first.from, last2, end - last2.from);
  }
  /**
   * Copying gives the text as it stands in the document, without numbers and signs.
   * @param {ClipboardEvent} event
   */
  copy(event) {
    const span = this.now();
    if (!span) return;
    event.clipboardData?.setData("text/plain", this.viewport.scene.text.text.slice(span.start, span.end));
    event.preventDefault();
  }
};

// viewing/timers.js
var Timers = class {
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  #waiting = {};
  /**
   * @param {string} name
   * @param {number} milliseconds
   * @param {() => void} act
   */
  later(name, milliseconds, act) {
    this.drop(name);
    this.#waiting[name] = setTimeout(act, milliseconds);
  }
  /** @param {string} name */
  drop(name) {
    clearTimeout(this.#waiting[name]);
  }
  dropAll() {
    for (const name in this.#waiting) this.drop(name);
  }
};

// drawing/margin.js
function marginOf({ text, chunks, ribbon, selected }, from, to, line, height) {
  const isDrawn = ({ start, end }) => start < to && end > from;
  const bar = ({ start, end }, name, title = "") => {
    const first = start < from ? null : line(start);
    const last2 = end > to ? null : line(end - 1);
    const top = first ? first.middle - first.height / 2 : 0;
    const bottom = last2 ? last2.middle + last2.height / 2 : height;
    const made2 = make("div", name, void 0, { title });
    made2.style.cssText = `top:${top}px;height:${Math.max(2, bottom - top)}px`;
    return made2;
  };
  const made = [];
  chunks.parents.forEach((parent, row) => {
    if (!isDrawn(parent)) return;
    const title = `Parent ${row + 1}, ${counted(text.characters(parent.start, parent.end), "characters")}`;
    made.push(bar(parent, row % 2 ? "parent-bracket odd" : "parent-bracket", title));
  });
  const chosen = selected < 0 ? null : { start: chunks.start[selected], end: chunks.end[selected] };
  if (chosen && isDrawn(chosen)) made.push(bar(chosen, "selected-bar"));
  if (ribbon) made.push(drawRibbon(ribbon, from, to, (position) => line(position)?.middle ?? null, height));
  return made;
}

// viewing/layout.js
var TALLEST = 12e6;
var Layout = class {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.measured = new Float64Array(text.blocks);
    this.tops = new Float64Array(text.blocks + 1);
  }
  /** Forget all heights, since the text is set again. */
  forget() {
    this.measured.fill(0);
  }
  /**
   * Work out the tops.
   * @param {number} lineHeight  pixels
   * @param {number} letters  how many fit in a line
   */
  lay(lineHeight, letters) {
    const { heights, widths, blocks } = this.text;
    let top = 0;
    for (let i = 0; i < blocks; i++) {
      this.tops[i] = top;
      const lines = Math.max(1, heights[i], heights[i] * 0.4 + widths[i] / letters);
      top += this.measured[i] || lines * lineHeight;
    }
    this.tops[blocks] = top;
  }
  get height() {
    return this.tops[this.text.blocks];
  }
  /** The height that the browser is given to scroll. */
  get scrolledHeight() {
    return Math.min(TALLEST, this.height);
  }
  /**
   * How many pixels of the document a pixel of scrolling stands for, where `seen` pixels of it are seen.
   * @param {number} seen
   */
  squeeze(seen) {
    return this.height > TALLEST ? (this.height - seen) / (TALLEST - seen) : 1;
  }
  /**
   * The block at this height.
   * @param {number} pixels
   */
  blockAt(pixels) {
    return Math.max(0, Math.min(this.text.blocks - 1, countUpTo(this.tops, pixels) - 1));
  }
  /**
   * About how high the character at `position` stands.
   * @param {number} position
   */
  heightOf(position) {
    const block = Math.max(0, this.text.blockAt(position));
    const { starts } = this.text;
    const share = (position - starts[block]) / Math.max(1, starts[block + 1] - starts[block]);
    return this.tops[block] + share * (this.tops[block + 1] - this.tops[block]);
  }
  /**
   * About which character stands at this height.
   * @param {number} pixels
   */
  positionAt(pixels) {
    const block = this.blockAt(pixels);
    const { starts } = this.text;
    const share = Math.min(1, (pixels - this.tops[block]) / Math.max(1, this.tops[block + 1] - this.tops[block]));
    return starts[block] + share * (starts[block + 1] - starts[block]);
  }
};

// viewing/viewport.js
var AROUND = 0.6;
var LETTER = 0.47;
var FIXED_LETTER = 0.6;
var SMALLER = 0.87;
var Viewport = class {
  /**
   * @param {Parts} parts
   * @param {() => void} whenDrawn
   */
  constructor({ scroller, spacer, lines }, whenDrawn) {
    this.scroller = scroller;
    this.spacer = spacer;
    this.lines = lines;
    this.whenDrawn = whenDrawn;
    this.scene = emptyScene();
    this.layout = new Layout(this.scene.text);
    this.blocks = [];
    this.margin = [];
    this.top = null;
    this.held = false;
  }
  /** Begin with another text, at its top. */
  newText() {
    const { text } = this.scene;
    this.layout = new Layout(text);
    this.top = null;
    this.scroller.scrollTop = 0;
    this.scroller.classList.toggle("all-fixed", text.fixed);
  }
  /** Draw everything again; the text at the top of the window, or at `anchor`, stays where it is. */
  repaint(anchor = this.top) {
    this.layout.forget();
    this.clear();
    this.draw();
    if (anchor) this.bring(anchor.position, anchor.offset);
  }
  clear() {
    this.blocks = [];
    this.margin = [];
    this.lines.replaceChildren();
  }
  /** Where the window's top is in the whole document, in pixels; differs from scrollTop only in documents too tall to scroll. */
  get at() {
    return this.scroller.scrollTop * this.layout.squeeze(this.scroller.clientHeight);
  }
  set at(pixels) {
    this.scroller.scrollTop = Math.max(0, pixels) / this.layout.squeeze(this.scroller.clientHeight);
  }
  lay() {
    const style = getComputedStyle(this.lines);
    const width = this.lines.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const size = parseFloat(style.fontSize);
    this.scene.letters = Math.floor(width / (size * FIXED_LETTER * (this.scene.text.fixed ? 1 : SMALLER)));
    this.layout.lay(parseFloat(style.lineHeight), Math.max(8, width / (size * LETTER)));
    this.spacer.style.height = `${this.layout.scrolledHeight + 24}px`;
  }
  /** Draw the blocks near the window, drop the others, and correct the heights; what is seen does not move by it. */
  draw() {
    this.lay();
    const seen = this.scroller.clientHeight;
    for (let round = 0; round < 3; round++) {
      const at = this.at;
      const first = this.layout.blockAt(at - seen * AROUND);
      const last2 = this.layout.blockAt(at + seen * (1 + AROUND));
      const top = this.layout.blockAt(at);
      const inside = at - this.layout.tops[top];
      if (!this.drawBlocks(first, last2)) break;
      this.lay();
      const moved = this.layout.tops[top] + inside - at;
      if (Math.abs(moved) > 0.5) this.at = at + moved;
      this.placeLines();
    }
    this.drawMargin();
    this.whenDrawn();
  }
  placeLines() {
    const first = this.blocks[0]?.index ?? 0;
    this.lines.style.transform = `translateY(${this.scroller.scrollTop + this.layout.tops[first] - this.at}px)`;
  }
  /**
   * Draw the blocks from `first` to `last` and no others; whether any of them had not been drawn.
   * @param {number} first
   * @param {number} last
   */
  drawBlocks(first, last2) {
    if (this.held && this.blocks.length) {
      first = Math.min(first, this.blocks[0].index);
      last2 = Math.max(last2, this.blocks[this.blocks.length - 1].index);
    }
    const drawn = new Map(this.blocks.map((block) => [block.index, block]));
    for (const block of this.blocks) if (block.index < first || block.index > last2) block.remove();
    for (const extra of this.margin) extra.remove();
    this.blocks = [];
    const fresh = [];
    let next = this.lines.firstChild;
    for (let index = first; index <= last2; index++) {
      const kept = drawn.get(index);
      const block = kept ?? paintBlock(index, this.scene);
      if (kept) next = kept.nextSibling;
      else fresh.push(this.lines.insertBefore(block, next));
      this.blocks.push(block);
    }
    for (const block of fresh) this.layout.measured[block.index] = block.getBoundingClientRect().height;
    if (fresh.length) thinLabels(this.blocks, this.scene.zoom);
    this.placeLines();
    return fresh.length > 0;
  }
  drawMargin() {
    for (const extra of this.margin) extra.remove();
    this.margin = [];
    if (!this.blocks.length) return;
    const { starts } = this.scene.text;
    const { top: origin, height } = this.lines.getBoundingClientRect();
    const line = (position) => {
      const box = this.box(position);
      return box && { middle: box.top + box.height / 2 - origin, height: box.height };
    };
    const to = starts[this.blocks[this.blocks.length - 1].index + 1];
    this.margin = marginOf(this.scene, starts[this.blocks[0].index], to, line, height);
    this.lines.append(...this.margin);
  }
  // ---- places ----
  /**
   * The text node that holds `position`; null where it is not drawn.
   * @param {number} position
   */
  nodeAt(position) {
    const index = this.scene.text.blockAt(position);
    const block = this.blocks[index - (this.blocks[0]?.index ?? 0)];
    return block ? nodeAt(block, position) : null;
  }
  /**
   * The rectangle of the character at `position`; null where it is not drawn.
   * @param {number} position
   */
  box(position) {
    const node = this.nodeAt(position);
    return node && boxIn(node, position);
  }
  /**
   * The first character on the line that stands `height` pixels below the window's top; null where there is none.
   * @param {number} height
   * @returns {Anchor | null}
   */
  anchorAt(height) {
    const { starts } = this.scene.text;
    const view = this.scroller.getBoundingClientRect().top;
    const edge = view + height + 1;
    const block = this.blocks.find((one) => one.getBoundingClientRect().bottom > edge) ?? this.blocks.at(-1);
    if (!block) return null;
    let low = starts[block.index];
    let high = starts[block.index + 1] - 1;
    while (low < high) {
      const middle = low + high >> 1;
      if ((this.box(middle)?.bottom ?? 0) > edge) high = middle;
      else low = middle + 1;
    }
    const box = this.box(low);
    return box && { position: low, offset: box.top - view };
  }
  /** Remember which character stands at the top of the window, and how far from it. */
  rememberTop() {
    this.top = this.scroller.scrollTop < 2 ? null : this.anchorAt(0);
  }
  /**
   * Scroll until the character at `position` stands `offset` pixels below the window's top.
   * @param {number} position
   * @param {number} offset
   */
  bring(position, offset) {
    position = Math.max(0, Math.min(position, this.scene.text.length - 1));
    for (let round = 0; round < 4; round++) {
      const box = this.box(position);
      const view = this.scroller.getBoundingClientRect().top;
      const away = box ? box.top - view - offset : this.layout.heightOf(position) - offset - this.at;
      if (Math.abs(away) < 1) break;
      this.at += away;
      this.draw();
    }
    this.top = { position, offset };
  }
  /**
   * Scroll only where `position` is not in view with some text around it.
   * @param {number} position
   */
  reveal(position) {
    const box = this.box(position);
    const view = this.scroller.getBoundingClientRect();
    if (!box || box.top < view.top + 30 || box.bottom > view.bottom - view.height * 0.3) this.bring(position, view.height * 0.25);
    this.rememberTop();
  }
};

// viewing/zoom.js
var STEPS = [0.12, 0.17, 0.24, 0.34, 0.48, 0.7, 1, 1.25, 1.6, 2];
var SMALLEST = STEPS[0];
var LARGEST = STEPS[STEPS.length - 1];
var READ = [1, 0.9, 0.8, 0.7];
var TINY = 0.4;
var WHEEL = 25e-4;
var Zoom = class {
  /** @type {{anchor: Anchor | null, at: number} | null} */
  #kept = null;
  #waiting = 0;
  /**
   * @param {Parts} parts
   * @param {Viewport} viewport
   * @param {(zoom: number) => void} whenChanged
   */
  constructor({ root, smaller, asRead, larger }, viewport, whenChanged) {
    this.root = root;
    this.buttons = { smaller, asRead, larger };
    this.viewport = viewport;
    this.whenChanged = whenChanged;
    this.value = 1;
    this.wanted = 1;
    this.apply();
  }
  /** @param {number} direction  1 for larger, -1 for smaller */
  step(direction) {
    const nearly = this.value * (1 + direction * 0.02);
    const next = direction > 0 ? STEPS.find((step) => step > nearly) : STEPS.findLast((step) => step < nearly);
    this.set(next ?? this.value);
  }
  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const way = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY;
    this.wanted = between(this.wanted * Math.exp(-way * WHEEL));
    this.#waiting ||= requestAnimationFrame(() => {
      this.#waiting = 0;
      this.set(this.wanted);
    });
  }
  /**
   * Set the text in another size; the line in the middle of the window stays there.
   * @param {number} value
   */
  set(value) {
    value = between(value);
    if (value === this.value) return;
    const { viewport } = this;
    const anchor = this.#kept?.at === viewport.at ? this.#kept.anchor : viewport.anchorAt(viewport.scroller.clientHeight / 2);
    this.value = this.wanted = value;
    this.apply();
    viewport.repaint(anchor);
    viewport.rememberTop();
    this.#kept = { anchor, at: viewport.at };
    this.whenChanged(value);
  }
  /**
   * Take over the size of another viewer that is read together with this one.
   * @param {number} value
   */
  follow(value) {
    this.value = this.wanted = value;
    this.apply();
    this.viewport.repaint();
  }
  /**
   * The largest size of those that are read in which the text before `end` fits into the window, or the smallest; without drawing.
   * @param {number} end
   */
  fit(end) {
    const { viewport } = this;
    for (const size of READ) {
      this.value = this.wanted = size;
      this.apply();
      viewport.lay();
      if (viewport.layout.heightOf(end) <= viewport.scroller.clientHeight) return;
    }
  }
  /** Back to reading size, without drawing. */
  reset() {
    this.value = this.wanted = 1;
    this.#kept = null;
    this.apply();
  }
  apply() {
    const { value, viewport, root } = this;
    const { smaller, asRead, larger } = this.buttons;
    viewport.scene.zoom = value;
    root.style.setProperty("--zoom", String(value));
    root.classList.toggle("tiny", value < TINY);
    asRead.textContent = `${Math.round(value * 100)} %`;
    smaller.disabled = value <= SMALLEST;
    larger.disabled = value >= LARGEST;
  }
};
var between = (value) => Math.max(SMALLEST, Math.min(LARGEST, value));

// viewing/viewer.js
var Viewer = class {
  /**
   * @param {HTMLElement} host
   * @param {(selected: object) => void} report  called when the reader selects a chunk or a stretch of text
   */
  constructor(host, report = () => {
  }) {
    this.report = report;
    this.wantTokens = null;
    this.options = plainOptions();
    this.group = "";
    this.following = false;
    this.width = 0;
    this.parts = buildParts(host);
    this.timers = new Timers();
    this.requests = new Requests();
    this.viewport = new Viewport(this.parts, () => this.minimap.frame());
    this.minimap = new Minimap(this.parts, this.viewport);
    this.pointing = new Pointing(this.parts, this.viewport, this.timers);
    this.selection = new TextSelection(this.parts, this.viewport);
    this.zoom = new Zoom(this.parts, this.viewport, () => this.zoomed());
    this.choosing = new Choosing(this);
    this.goToForm = new GoToForm(this);
    this.keys = keyRows(this);
    this.legend = null;
    this.end = listen(this);
  }
  /**
   * Draw a document, its chunks, its tokens if known, and the moment's data. What stands at the top stays there.
   * @param {{text: Text, chunks: Chunks, tokens?: Tokens | null, moment?: any, height?: number, atOnce?: number}} given
   *   `height` in pixels, unless the page around sets --viewer-height; `atOnce` how many chunks another text begins with, in
   *   smaller letters where they take more room
   */
  show({ text, chunks, tokens = null, moment = NOTHING, height, atOnce = 0 }) {
    const { viewport, zoom, choosing, options, parts } = this;
    const another = viewport.scene.text.id !== text.id;
    if (height) parts.root.style.height = `var(--viewer-height, ${height}px)`;
    if (another) zoom.reset();
    viewport.scene = sceneOf({ text, chunks, tokens, moment, options, zoom: zoom.value });
    this.group = moment.together;
    if (another) {
      viewport.newText();
      choosing.newText();
      this.selection.span = null;
      if (atOnce && chunks.count) zoom.fit(chunks.end[Math.min(atOnce, chunks.count) - 1]);
    }
    choosing.again();
    this.repaint();
    showJumps(parts, viewport);
    const { select, goto } = this.requests.fresh(moment);
    if (select !== null && select < chunks.count) choosing.select(select, { quiet: true, move: true });
    if (goto) goTo(viewport, goto[0], goto[1]);
    this.describe();
  }
  /** Draw everything again; the text at the top of the window stays where it is. */
  repaint() {
    const { parts, options, viewport } = this;
    const { scene } = viewport;
    this.takeTheme();
    parts.root.classList.toggle("with-curve", Boolean(scene.ribbon));
    parts.root.classList.toggle("overlaps-only", options.overlaps);
    parts.scroller.setAttribute("aria-label", `Text of ${scene.text.name}, ${counted(scene.chunks.count, "chunks")}`);
    viewport.repaint();
    this.selection.restore();
    this.minimap.paint();
  }
  /** Take over a light or dark background; whether it is another one than before. */
  takeTheme() {
    const { root } = this.parts;
    const [red, green, blue] = getComputedStyle(root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
    const dark = red * 0.3 + green * 0.6 + blue * 0.1 < 128;
    const other = dark !== root.classList.contains("dark");
    root.classList.toggle("dark", dark);
    return other;
  }
  zoomed() {
    this.selection.restore();
    this.minimap.frame();
    this.tell();
  }
  scrolled() {
    this.pointing.hide();
    this.viewport.draw();
    this.timers.later("top", 120, () => this.viewport.rememberTop());
    if (!this.following) this.tell();
    this.following = false;
  }
  resized() {
    const { clientWidth } = this.parts.scroller;
    if (clientWidth === this.width) return this.minimap.paint();
    this.width = clientWidth;
    this.repaint();
  }
  /** Lead the other viewers of the group to the same place. */
  tell() {
    if (!this.group) return;
    const { viewport } = this;
    viewport.rememberTop();
    tellOthers({ from: this, group: this.group, document: viewport.scene.text.id, top: viewport.top, zoom: this.zoom.value });
  }
  /** @param {Place} place */
  follow({ from, group, document: document2, top, zoom }) {
    const { viewport } = this;
    if (from === this || group !== this.group || document2 !== viewport.scene.text.id) return;
    this.following = true;
    if (zoom !== this.zoom.value) this.zoom.follow(zoom);
    if (top) viewport.bring(top.position, top.offset);
    else viewport.at = 0;
  }
  // ---- words ----
  describe() {
    const { scene } = this.viewport;
    const { span } = this.selection;
    this.say(span ? `Selected ${spanWords(span, scene)}` : chunkWords(scene.selected, scene));
  }
  /** @param {string} words */
  say(words) {
    const { status } = this.parts;
    if (status.textContent === words) return;
    status.textContent = words;
    status.title = words;
  }
  reportSoon() {
    this.timers.later("report", 150, () => {
      const { text, chunks } = this.viewport.scene;
      const { span } = this.selection;
      this.report({
        document: text.id,
        chunks: chunks.id,
        ...this.choosing.picked ?? { chunk: null },
        span: span && [span.start, span.end]
      });
    });
  }
  // ---- what is shown of the text, and over it ----
  /**
   * @param {keyof Options} name
   * @param {string} words  said where it is on now
   */
  toggle(name, words) {
    this.options[name] = !this.options[name];
    this.viewport.rememberTop();
    this.repaint();
    if (this.options[name]) this.say(words);
    else this.describe();
  }
  /** Borders of tokens; where the tokens are not here yet they are asked for, and drawn when they come. */
  toggleTokens() {
    const { tokens, chunks } = this.viewport.scene;
    this.toggle("tokens", tokens ? `Borders of ${chunks.tokenizer} are drawn.` : `Looking for the ${chunks.tokenizer} …`);
    if (!this.options.tokens || tokens) return;
    if (this.wantTokens) this.wantTokens();
    else this.say("This page does not carry the tokens: its document is too large.");
  }
  toggleLegend() {
    if (!this.legend) {
      this.legend = this.parts.root.appendChild(buildLegend(this.keys));
      this.legend.hidden = true;
    }
    this.legend.hidden = !this.legend.hidden;
    this.parts.legendButton.setAttribute("aria-expanded", String(!this.legend.hidden));
    if (this.legend.hidden) this.parts.scroller.focus({ preventScroll: true });
    else this.legend.focus({ preventScroll: true });
  }
  /** Close what is open over the text; where nothing is, select nothing. */
  escape() {
    const { goTo: form, card, scroller } = this.parts;
    const legendOpen = Boolean(this.legend && !this.legend.hidden);
    const open = legendOpen || !form.hidden || !card.hidden;
    if (legendOpen) this.toggleLegend();
    form.hidden = true;
    this.pointing.hide();
    if (!open) this.choosing.select(-1);
    scroller.focus({ preventScroll: true });
  }
};

// entries/component.js
var Mounted = class {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.viewer = new Viewer(host);
    this.data = null;
    this.drawn = null;
    this.render = () => this.draw();
    shelf.event.addEventListener("put", this.render);
  }
  /** Draw once all that the data names is on the shelf; until then what was drawn before stays. */
  draw() {
    const { data, drawn } = this;
    if (!data) return;
    const kept = (id) => id ? shelf.things.get(id)?.value : null;
    const text = kept(data.document);
    const chunks = kept(data.chunks);
    const tokens = kept(data.tokens);
    if (!text || !chunks || data.tokens && !tokens || drawn?.data === data && drawn.chunks === chunks) return;
    this.drawn = { data, chunks };
    this.viewer.show({
      text: this.#read("text", text, readText),
      chunks: this.#read("chunks", chunks, readChunks),
      tokens: tokens && this.#read("tokens", tokens, readTokens),
      moment: data.moment,
      height: data.height,
      atOnce: data.at_once
    });
  }
  /** @type {Record<string, {id: string, value: any}>} */
  #values = {};
  /**
   * What was read of the thing, once as long as it is the same.
   * @template Value
   * @param {string} name
   * @param {{id: string}} thing
   * @param {(thing: any) => Value} read
   * @returns {Value}
   */
  #read(name, thing, read) {
    if (this.#values[name]?.id !== thing.id) this.#values[name] = { id: thing.id, value: read(thing) };
    return this.#values[name].value;
  }
  end() {
    shelf.event.removeEventListener("put", this.render);
    this.viewer.end();
  }
};
var mounted = /* @__PURE__ */ new WeakMap();
function mount({ data, parentElement, setStateValue }) {
  const here = mounted.get(parentElement) ?? new Mounted(
    /** @type {HTMLElement} */
    parentElement.querySelector(".chunkviz")
  );
  mounted.set(parentElement, here);
  here.viewer.report = (value) => setStateValue("picked", value);
  here.viewer.wantTokens = () => setStateValue("tokens", true);
  here.data = data;
  here.draw();
  if (here.drawn && here.viewer.takeTheme()) here.viewer.minimap.paint();
  return ending(parentElement, () => {
    here.end();
    mounted.delete(parentElement);
  });
}
export {
  mount as default
};
