import fs from "node:fs";
import path from "node:path";
import { MAX_FILES, ROOMS } from "./rooms.cjs";

const SOURCES = ["app", "components", "e2e", "lib", "scripts"];
const GENERATED = "lib/generated";

/** What is wrong with the folders under `root`: too many files in one, a folder of `lib` that is not a room, a room without a README. */
export function findFolderFaults(root: string): string[] {
  const folders = SOURCES.flatMap((source) => foldersUnder(root, source));
  return [...folders.flatMap((folder) => tooFull(root, folder)), ...strangers(root), ...withoutReadme(root)];
}

function foldersUnder(root: string, folder: string): string[] {
  if (folder === GENERATED || !fs.existsSync(path.join(root, folder))) return [];
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
  return [folder, ...inside.flatMap((name) => foldersUnder(root, name))];
}

function tooFull(root: string, folder: string): string[] {
  const files = fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile());
  const count = files.filter(({ name }) => name !== "README.md").length;
  return count > MAX_FILES
    ? [`${folder} has ${count} files; at most ${MAX_FILES} are allowed: split it into folders`]
    : [];
}

function strangers(root: string): string[] {
  const known = new Set([...ROOMS.map(({ name }) => name), "generated", "testing"]);
  const entries = fs.readdirSync(path.join(root, "lib"), { withFileTypes: true });
  return entries
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `lib/${name} is not a room; see scripts/lib/checks/rooms.cjs`);
}

function withoutReadme(root: string): string[] {
  return ROOMS.map(({ name }) => `lib/${name}/README.md`)
    .filter((file) => !fs.existsSync(path.join(root, file)))
    .map((file) => `${file} is missing: what the room is for, where to start, what it may import`);
}
