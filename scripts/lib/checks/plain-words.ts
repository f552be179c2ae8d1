import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PHRASES, type Phrase, SHOWN_PHRASES } from "./dialect.ts";
import { REMAINING } from "./dialect-remaining.ts";

/** Records of decisions and changes stay as they were written; the words of the pretrained model, and those that the check's test writes, are data. */
const LEFT_OUT = [
  /^docs\/decisions\//,
  /^CHANGELOG\.md$/,
  /^scripts\/(mini|lib\/checks\/(dialect|plain-words\.test))/,
  /^examples\/typescript\/spindle-client\.ts$/,
  /^lib\/models\/base-models\/spindle-mini\//,
  /^prisma\/migrations\//,
];
const READ = /\.(tsx?|css|cjs|mjs|md|sql|prisma)$/;
/** Files whose quoted texts and JSX are read by users. */
const SHOWN = /^(app|components|lib\/contract)\/(?!.*\.test\.tsx?$).*\.tsx?$/;

type Found = { room: string; at: string };

/** Where the sources say in translated words what plain ones say better: more often than `REMAINING` allows, or on a screen at all. */
export function findDialect(root: string, files = trackedFiles(root), remaining = REMAINING): string[] {
  const found: Found[] = [];
  const shown: string[] = [];
  for (const file of files) {
    if (!READ.test(file) || LEFT_OUT.some((pattern) => pattern.test(file))) continue;
    const text = fs.readFileSync(path.join(root, file), "utf8").replace(IMPORTED, blank);
    found.push(...hitsIn(text, PHRASES).map((hit) => ({ room: roomOf(file), at: `${file}:${hit}` })));
    if (!SHOWN.test(file)) continue;
    shown.push(...hitsIn(shownText(text), [...PHRASES, ...SHOWN_PHRASES]).map((hit) => `${file}:${hit}`));
  }
  return [...shown, ...tooMany(found, remaining)];
}

function tooMany(found: readonly Found[], remaining: Readonly<Record<string, number>>): string[] {
  return [...Map.groupBy(found, ({ room }) => room)].flatMap(([room, hits]) => {
    const allowed = remaining[room] ?? 0;
    if (hits.length <= allowed) return [];
    const lines = hits.map(({ at }) => `  ${at}`).join("\n");
    return [`${room} has ${hits.length} words to replace, and ${allowed} are allowed:\n${lines}`];
  });
}

/** Each phrase in a text, as its line, the words and what to write. */
function hitsIn(text: string, phrases: readonly Phrase[]): string[] {
  return phrases.flatMap(({ find, instead }) =>
    [...text.matchAll(find)].map(
      (match) => `${text.slice(0, match.index).split("\n").length}: “${match[0]}”: write ${instead}`,
    ),
  );
}

/** Names of files are code, wherever they are imported. */
const IMPORTED = /(?<=\bfrom )"[^"\n]*"/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/[^\n]*/g;
const QUOTED = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const JSX_TEXT = /(?<!=)[>}][^<>{}=;]*[A-Za-z][^<>{}=;]*(?=[<{])/g;
const CODE = /\b(const|function|return|import|export|type|async)\b|\w\(|\w: /;

/** A source with all but its quoted texts and the text of its JSX blanked out, line by line. */
export function shownText(source: string): string {
  const text = source.replace(COMMENT, blank).replace(/\$\{[^{}`]*\}/g, blank);
  const jsx = [...text.replace(QUOTED, blank).matchAll(JSX_TEXT)].filter(([part]) => !CODE.test(part));
  const shown = [...text.matchAll(QUOTED), ...jsx];
  const marks = new Uint8Array(text.length);
  for (const { 0: part, index } of shown) marks.fill(1, index, index + part.length);
  return text.replace(/[^\n]/g, (unit, at: number) => (marks[at] ? unit : " "));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** `lib/traces`, `components/desk`, `docs`: what the remaining words are counted by. */
function roomOf(file: string): string {
  const [first = "", second = "", third] = file.split("/");
  if (second === "") return ".";
  return (first === "lib" || first === "components" || first === "scripts") && third !== undefined
    ? `${first}/${second}`
    : first;
}

function trackedFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split("\0").filter((file) => file !== "" && fs.existsSync(path.join(root, file)));
}
