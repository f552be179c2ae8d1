import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PHRASES, type Phrase, SHOWN_PHRASES } from "./dialect.ts";

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

/** Where the sources use words that read as translated, and what to write. What users read is held to more words than the rest. */
export function findDialect(root: string, files = trackedFiles(root)): string[] {
  return files.flatMap((file) => {
    if (!READ.test(file) || LEFT_OUT.some((pattern) => pattern.test(file))) return [];
    const text = fs.readFileSync(path.join(root, file), "utf8").replace(IMPORTED, blank);
    const hits = hitsIn(text, PHRASES);
    if (SHOWN.test(file)) hits.push(...hitsIn(shownText(text), SHOWN_PHRASES));
    return hits.map((hit) => `${file}:${hit}`);
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

function trackedFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split("\0").filter((file) => file !== "" && fs.existsSync(path.join(root, file)));
}
