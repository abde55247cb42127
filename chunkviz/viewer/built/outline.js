// Made from chunkviz/viewer/modules by `make viewer`; not to be edited. Modules: sha256 01121741a59405463aeefd0e0d4fbbdb22cbb59c0c357f601618ade9bf31e089
// data/wording.js
var digits = new Intl.NumberFormat("en");
function counted(count, noun) {
  return `${digits.format(count)} ${count === 1 ? noun.replace(/s$/, "") : noun}`;
}

// drawing/element.js
function make(tag, className = "", text, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}

// entries/outline.js
var MOST = 1500;
var FILTER_FROM = 25;
var SYMBOLS = ["class", "function", "method"];
var Outline = class {
  /** @type {number | null} */
  #shown = null;
  // the entry that was scrolled into view
  /**
   * @param {HTMLElement} root
   * @param {Given} data
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.pick = () => {
    };
    this.field = make("input", "find", void 0, {
      type: "search",
      placeholder: "Find in the outline",
      "aria-label": "Find in the outline"
    });
    this.list = make("div", "list", void 0, { role: "navigation", "aria-label": "Outline of the document" });
    this.field.addEventListener("input", () => this.draw());
    this.key = (event) => this.move(event);
    root.addEventListener("keydown", this.key);
    root.replaceChildren(this.field, this.list);
  }
  /** @param {Given} data */
  show(data) {
    if (data.document !== this.data.document) {
      this.field.value = "";
      this.#shown = null;
    }
    this.data = data;
    this.root.style.maxHeight = `${data.height}px`;
    this.field.hidden = data.label.length < FILTER_FROM;
    this.draw();
  }
  draw() {
    const { label, current } = this.data;
    const wanted = this.field.hidden ? "" : this.field.value.trim().toLowerCase();
    const found = label.map((_, i) => i).filter((i) => label[i].toLowerCase().includes(wanted));
    const rows = found.slice(0, MOST).map((i) => this.row(i, !wanted));
    if (found.length > MOST)
      rows.push(make("p", "note", `… and ${counted(found.length - MOST, "more")}; type above to find one.`));
    if (!found.length) rows.push(make("p", "note", "No entry has these words."));
    const focused = [...this.list.children].indexOf(
      /** @type {Element} */
      this.focused()
    );
    this.list.replaceChildren(...rows);
    if (focused >= 0) rows[focused]?.focus({ preventScroll: true });
    if (this.#shown !== current) this.scrollToCurrent();
    this.#shown = current;
  }
  /**
   * @param {number} i
   * @param {boolean} nested
   */
  row(i, nested) {
    const { kind, label, depth, chunk, current } = this.data;
    const row = make("button", `row ${kind[i]}`, void 0, { type: "button", title: label[i] });
    row.style.setProperty("--depth", String(nested ? Math.min(depth[i], 6) : 0));
    row.append(make("span", "label", label[i]));
    if (SYMBOLS.includes(kind[i])) row.append(make("span", "kind", kind[i]));
    if (chunk[i] && kind[i] !== "page") row.append(make("span", "chunk-number", `#${chunk[i]}`));
    if (i === current) row.setAttribute("aria-current", "location");
    row.onclick = () => this.pick(i);
    return row;
  }
  scrollToCurrent() {
    const { list } = this;
    const row = (
      /** @type {HTMLElement | null} */
      list.querySelector("[aria-current]")
    );
    if (!row) return;
    const seen = row.offsetTop >= list.scrollTop && row.offsetTop + row.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!seen) list.scrollTop = row.offsetTop - list.clientHeight / 3;
  }
  focused() {
    return (
      /** @type {Document | ShadowRoot} */
      this.root.getRootNode().activeElement
    );
  }
  /** @param {KeyboardEvent} event */
  move(event) {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    const rows = (
      /** @type {HTMLElement[]} */
      [...this.list.querySelectorAll("button")]
    );
    const at = rows.indexOf(
      /** @type {HTMLElement} */
      this.focused()
    );
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
    event.preventDefault();
  }
};
var mounted = /* @__PURE__ */ new WeakMap();
function mount({ data, parentElement, setTriggerValue }) {
  const root = (
    /** @type {HTMLElement} */
    parentElement.querySelector(".outline")
  );
  const here = mounted.get(root) ?? new Outline(root, data);
  mounted.set(root, here);
  here.pick = (index) => setTriggerValue("picked", index);
  here.show(data);
}
export {
  mount as default
};
