import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFolderFaults } from "./folders.ts";
import { MAX_FILES, ROOMS } from "./rooms.cjs";

let root: string;

function write(file: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), "");
}

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "folders-"));
  for (const { name } of ROOMS) write(`lib/${name}/README.md`);
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

test("a folder may be full and no fuller, its README aside", () => {
  for (let n = 0; n < MAX_FILES; n++) write(`components/calls/${n}.tsx`);
  write("components/calls/README.md");
  expect(findFolderFaults(root)).toEqual([]);
  write("components/calls/one-more.tsx");
  expect(findFolderFaults(root)).toEqual([
    `components/calls has ${MAX_FILES + 1} files; at most ${MAX_FILES} are allowed: split it into folders`,
  ]);
  fs.rmSync(path.join(root, "components"), { recursive: true });
});

test("a new folder of lib has to be listed as a room, and a room says what it is for", () => {
  write("lib/misc/a.ts");
  fs.rmSync(path.join(root, "lib/edge/README.md"));
  expect(findFolderFaults(root)).toEqual([
    "lib/misc is not a room; see scripts/lib/checks/rooms.cjs",
    "lib/edge/README.md is missing: what the room is for, where to start, what it may import",
  ]);
});

test("the architecture names every room, in their order, with what it is for", () => {
  const text = fs.readFileSync("docs/architecture.md", "utf8").replaceAll(/ +/g, " ");
  const rows = ROOMS.map(({ name, what }) => text.indexOf(`| \`lib/${name}\` | ${what} |`));
  expect(rows).not.toContain(-1);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
});
