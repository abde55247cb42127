// Made from chunkviz/viewer/modules by `make viewer`; not to be edited. Modules: sha256 01121741a59405463aeefd0e0d4fbbdb22cbb59c0c357f601618ade9bf31e089
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

// entries/carrier.js
var carried = /* @__PURE__ */ new WeakMap();
function carry({ data, parentElement }) {
  const end = data.indexOf(10);
  const id = new TextDecoder().decode(data.subarray(0, end));
  if (carried.get(parentElement) !== id) {
    putDown(parentElement);
    carried.set(parentElement, id);
    putUp(id, data.subarray(end + 1), parentElement);
  }
  return ending(parentElement, () => putDown(parentElement));
}
async function putUp(id, packed, holder) {
  const value = shelf.things.get(id)?.value ?? await unpack(packed);
  if (carried.get(holder) !== id) return;
  const kept = shelf.things.get(id) ?? { value, holders: /* @__PURE__ */ new Set() };
  kept.holders.add(holder);
  shelf.things.set(id, kept);
  shelf.event.dispatchEvent(new Event("put"));
}
async function unpack(packed) {
  if (packed[0] === 123) return JSON.parse(new TextDecoder().decode(packed));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
function putDown(holder) {
  const id = carried.get(holder);
  if (id === void 0) return;
  carried.delete(holder);
  const kept = shelf.things.get(id);
  kept?.holders.delete(holder);
  if (kept && !kept.holders.size) shelf.things.delete(id);
}
export {
  carry as default
};
