import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** Says at which character (0-based) a text stops being JSON. The parser's own messages name no place in short texts. */
export function problemsOfJson(text: string): InvalidRequest {
  return invalidAt(["body", endOfJson(text)], { type: "json_invalid" });
}

type Scan = { text: string; at: number };
/** Thrown to leave the scan; `at` says where. */
const stop = new Error("not JSON from here");

/** The position and kind of a JSON syntax error. Nesting is bounded before parsing, so recursion is too. */
function endOfJson(text: string): number {
  const scan: Scan = { text, at: 0 };
  try {
    value(scan);
  } catch (error) {
    if (error !== stop) throw error;
  }
  return scan.at;
}

function value(scan: Scan): void {
  blank(scan);
  const first = scan.text[scan.at];
  if (first === "{") members(scan, "}", member);
  else if (first === "[") members(scan, "]", value);
  else if (first === '"') string(scan);
  else word(scan);
  blank(scan);
}

function members(scan: Scan, end: string, one: (scan: Scan) => void): void {
  scan.at++;
  blank(scan);
  if (scan.text[scan.at] === end) {
    scan.at++;
    return;
  }
  one(scan);
  while (scan.text[scan.at] === ",") {
    scan.at++;
    one(scan);
  }
  take(scan, end);
}

function member(scan: Scan): void {
  blank(scan);
  string(scan);
  blank(scan);
  take(scan, ":");
  value(scan);
}

function string(scan: Scan): void {
  take(scan, '"');
  for (let char = scan.text[scan.at]; char !== '"'; char = scan.text[scan.at]) {
    if (char === undefined || char < " ") throw stop;
    if (char === "\\") escaped(scan);
    else scan.at++;
  }
  scan.at++;
}

function escaped(scan: Scan): void {
  const found = match(scan, /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y);
  if (found === 0) throw stop;
  scan.at += found;
}

function word(scan: Scan): void {
  const found = match(scan, /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (found === 0) throw stop;
  scan.at += found;
}

function blank(scan: Scan): void {
  scan.at += match(scan, /[ \t\r\n]*/y);
}

function take(scan: Scan, char: string): void {
  if (scan.text[scan.at] !== char) throw stop;
  scan.at++;
}

/** The length of what `pattern` finds right here. */
function match({ text, at }: Scan, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
