import fs from "node:fs";
import path from "node:path";
import type { PackagePlan } from "./plans.ts";

/** A module of a package: its path, its path below the package's `src`, and its text with the imports for that path. */
export type SourceFile = { readonly from: string; readonly to: string; readonly text: string };

const SPECIFIER = /(\bfrom|\bimport)(\s*\(?\s*)"([#.][^"]+)"/g;
const ENTRY = "index.ts";

/** The entry of a package and all that it imports of ours, or all of its room, except what another package holds. */
export function sourceFiles(plan: PackagePlan): SourceFile[] {
  const start = [path.join(plan.folder, "entry.ts"), ...(plan.opensRoom ? modulesOf(plan.room) : [])];
  const found = new Set(start);
  // What is added while we go through it is gone through, too.
  for (const file of found)
    for (const imported of importsOf(file)) if (holderOf(plan, imported) === null) found.add(imported);
  return [...found].map((from) => ({ from, to: placeOf(plan, from), text: rewritten(plan, from) }));
}

function modulesOf(room: string): string[] {
  return fs
    .readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => path.join(room, file))
    .sort();
}

function importsOf(file: string): string[] {
  const specifiers = [...fs.readFileSync(file, "utf8").matchAll(SPECIFIER)].map(
    ([, , , specifier = ""]) => specifier,
  );
  return specifiers.map((specifier) => resolved(file, specifier));
}

function resolved(file: string, specifier: string): string {
  return specifier.startsWith("#") ? specifier.slice(1) : path.join(path.dirname(file), specifier);
}

/** The room of another package that holds a file, or null. */
function holderOf({ others }: PackagePlan, file: string): string | null {
  return Object.keys(others).find((room) => file.startsWith(`${room}/`)) ?? null;
}

/** `lib/engine/port/port.ts` is `port/port.ts` in the engine's package; what is not of its room keeps its own room as a folder. */
function placeOf({ folder, room }: PackagePlan, file: string): string {
  if (file === path.join(folder, "entry.ts")) return ENTRY;
  if (file.startsWith(`${room}/`)) return path.relative(room, file);
  return file.startsWith("lib/") ? path.relative("lib", file) : path.basename(file);
}

/** Imports become relative ones of the new place, or ones of another package. */
function rewritten(plan: PackagePlan, file: string): string {
  const here = path.dirname(placeOf(plan, file));
  const text = fs.readFileSync(file, "utf8");
  return text.replaceAll(SPECIFIER, (_, word: string, between: string, specifier: string) => {
    const target = resolved(file, specifier);
    const holder = holderOf(plan, target);
    if (holder !== null)
      return `${word}${between}"${plan.others[holder]}/${path.relative(holder, target).replace(/\.ts$/, "")}"`;
    const relative = path.relative(here, placeOf(plan, target)).replace(/\.ts$/, ".js");
    return `${word}${between}"${relative.startsWith(".") ? relative : `./${relative}`}"`;
  });
}
