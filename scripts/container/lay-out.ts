import fs from "node:fs";
import path from "node:path";
import { findPostgresBinaries } from "#lib/platform/processes/postgres-binaries.ts";
import { LAID_OUT } from "../lib/start/prepare/prepare-sources.ts";
import { packagesToRun } from "./packages-to-run.ts";

const NEXT = ".next";
/** Of the build, what only the next build or a debugger reads. */
const OF_BUILD = /^\.next\/(cache|dev|diagnostics|types|trace|turbopack)|\.nft\.json$/;
const FOLDERS = ["lib", "prisma", "public", "scripts/lib", "scripts/remake", NEXT];
const FILES = [
  ...["package.json", "next.config.js", "server.ts", "LICENSE"],
  ...["start.ts", "import.ts", "reset-password.ts", "launch.mjs", "install.mjs"].map(
    (name) => `scripts/${name}`,
  ),
];
const NOT_RUN =
  /\.test\.tsx?$|(^|\/)testing(\/|$)|^lib\/generated\/docs\/|^scripts\/lib\/(checks\/(?!output-of)|tables)/;
const OF_DEVELOPERS = /\.(map|d\.ts|d\.mts|d\.cts|md|markdown)$|\.test\.tsx?$/i;

/** Writes what a built service runs of into an empty folder: nothing to build with, and nothing that a start would have to write. */
export async function layOut(folder: string): Promise<void> {
  if (!fs.existsSync(path.join(NEXT, "BUILD_ID")))
    throw new Error("There is no build to lay out: npm run build");
  // A start links its libraries, which it could not where the code may not be written.
  await findPostgresBinaries();
  const sources = [...FOLDERS.flatMap(filesUnder), ...FILES].filter(
    (file) => !NOT_RUN.test(file) && !OF_BUILD.test(file),
  );
  const programs = sources.filter((file) => /\.(ts|js|mjs)$/.test(file) && !file.startsWith(NEXT));
  const packages = packagesToRun(programs).flatMap(filesOfPackage);
  for (const file of [...sources, ...packages]) if (!OF_DEVELOPERS.test(file)) copy(file, folder);
  fs.writeFileSync(path.join(folder, LAID_OUT), "");
}

/** Links are files here, wherever they lead. */
function filesUnder(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(place) : [place];
  });
}

/** Without the packages inside it, which are packages of their own. */
function filesOfPackage(folder: string): string[] {
  return filesUnder(folder).filter((file) => !path.relative(folder, file).includes("node_modules/"));
}

function copy(file: string, folder: string): void {
  const to = path.join(folder, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (fs.lstatSync(file).isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(file), to);
  else fs.copyFileSync(file, to);
}
