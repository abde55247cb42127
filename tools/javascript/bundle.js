// Makes chunkviz/viewer/built/: one file for each entry of chunkviz/viewer/modules/entries/, with all that it imports.
//
//     node bundle.js           writes them
//     node bundle.js --check   says whether they are what the modules give, and writes nothing
//
// The results are checked in, so that nobody needs npm to run the app. The first line of each holds the hash of all modules,
// by which a test without npm sees that none of them changed since (tests/viewer/test_built.py).

import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"

const viewer = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "chunkviz", "viewer")
const modules = join(viewer, "modules")

/** The hash of the modules' paths and contents, in order of their paths. */
function hashOfModules() {
  const hash = createHash("sha256")
  const paths = readdirSync(modules, { recursive: true }).map((path) => String(path).replaceAll("\\", "/"))
  for (const path of paths.filter((one) => one.endsWith(".js")).sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(modules, path)))
  }
  return hash.digest("hex")
}

const entries = readdirSync(join(modules, "entries"))
const { outputFiles } = buildSync({
  entryPoints: entries.map((name) => join(modules, "entries", name)),
  bundle: true,
  format: "esm",
  target: "es2024",
  charset: "utf8",
  legalComments: "none",
  write: false,
  outdir: join(viewer, "built"),
  absWorkingDir: modules,
})
const first = `// Made from chunkviz/viewer/modules by \`make viewer\`; not to be edited. Modules: sha256 ${hashOfModules()}\n`
const stale = []
for (const { path, text } of outputFiles) {
  if (process.argv.includes("--check")) {
    let present = ""
    try {
      present = readFileSync(path, "utf8")
    } catch {}
    if (present !== first + text) stale.push(path)
  } else {
    writeFileSync(path, first + text)
  }
}
if (stale.length) {
  console.error(`Not what the modules give: ${stale.join(", ")}. Run \`make viewer\` and commit the result.`)
  process.exit(1)
}
