/**
 * A line of CSV after RFC 4180: cells with commas, quotes or line ends are quoted, quotes doubled, and the line ends with CR and LF. Null is
 * an empty cell, a text without a sign a quoted one, lists and objects are JSON. Texts that a spreadsheet would run as a formula begin with an apostrophe, which it
 * takes away again; numbers are left as they are.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => (cell === "" ? EMPTY_TEXT : quoted(textOf(cell)))).join(",")}\r\n`;
}

const EMPTY_TEXT = '""';

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return harmless(cell);
  return typeof cell === "object" ? harmless(JSON.stringify(cell)) : String(cell);
}

function harmless(text: string): string {
  // An apostrophe that is there already gets another, as reading takes one away.
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
