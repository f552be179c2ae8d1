import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDialect, shownText } from "./plain-words.ts";

let root: string;

function write(file: string, text: string): string {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
  return file;
}

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "words-"));
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

test("a word in a comment is named with its place and what to write", () => {
  const file = write("lib/traces/one.ts", "const a = 1;\n/** Whoever asks. */\n");
  expect(findDialect(root, [file])).toEqual([
    "lib/traces/one.ts:2: “Whoever”: write anyone who, people who or the name of the role",
  ]);
});

test("a text on a screen is read too, quoted or in JSX, and held to more words", () => {
  const source = 'export const A = () => (\n  <p title="Take back">\n    Parted by commas\n  </p>\n);\n';
  const file = write("components/calls/a.tsx", source);
  expect(findDialect(root, [file])).toEqual([
    "components/calls/a.tsx:3: “Parted by commas”: write separated by",
    "components/calls/a.tsx:2: “Take back”: write undo, revoke or withdraw",
  ]);
});

test("names in code and comments are not on a screen", () => {
  const source = `// “anew”\nconst told = list.map((behind) => \`\${behind} rows\`);\nf("x", told);\n`;
  const shown = shownText(source).trim().split(/\s+/);
  expect(shown).toEqual(["`", "rows`", '"x"']);
  expect(shownText(source).split("\n")).toHaveLength(source.split("\n").length);
});

test("the name of an imported file is code", () => {
  const file = write(
    "lib/traces/two.ts",
    'import { a } from "#lib/behind/tell.ts";\nexport * from "./told.ts";\n',
  );
  expect(findDialect(root, [file])).toEqual([]);
});

test("decisions and what is written by a program are left as they are", () => {
  const files = [
    write("docs/decisions/0001-a.md", "told"),
    write("examples/typescript/spindle-client.ts", "told"),
  ];
  expect(findDialect(root, files)).toEqual([]);
});
