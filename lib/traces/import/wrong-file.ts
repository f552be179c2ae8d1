/** A file that is of another kind; the message says of which, as the end of a sentence about it. */
export class WrongFile extends Error {
  override name = "WrongFile";
}

const MAGIC: readonly [string, string][] = [
  ["\x1f\x8b", "it is compressed with gzip: unpack it first"],
  ["PK\x03\x04", "it is a ZIP archive (Excel files are too): unpack it, or export it as JSON"],
  ["%PDF", "it is a PDF"],
  ["\x89PNG", "it is a picture (PNG)"],
  ["\xff\xd8\xff", "it is a picture (JPEG)"],
  ["GIF8", "it is a picture (GIF)"],
  ["SQLite format 3", "it is an SQLite database: export it as JSON first"],
  ["\xff\xfe", "it is text in UTF-16: save it as UTF-8"],
  ["\xfe\xff", "it is text in UTF-16: save it as UTF-8"],
];
const LOOKED_AT = 4_096;

/** The kind of a file that is not JSON, by its first bytes; null if it may be JSON. */
export function wrongKindOf(first: Uint8Array): string | null {
  const start = String.fromCharCode(...first.subarray(0, 16));
  const known = MAGIC.find(([bytes]) => start.startsWith(bytes));
  if (known) return known[1];
  return first.subarray(0, LOOKED_AT).includes(0) ? "it is binary data, not text" : null;
}

/** What a text without a conversation seems to be, or null if unknown. */
export function textKindOf(first: Uint8Array): string | null {
  const text = new TextDecoder().decode(first.subarray(0, LOOKED_AT)).trim();
  if (text.startsWith("<")) return "it looks like a web page or XML";
  if (text.startsWith("{") || text.startsWith("[")) return null;
  const [line = ""] = text.split("\n", 1);
  if (/^[^,;\t]+([,;\t])[^,;\t]+/.test(line)) return "it looks like a table, such as CSV";
  return "it looks like plain text";
}

/** Why a file holds no record at all: there is nothing in it, or nothing but blanks and brackets. */
export function emptyKindOf(first: Uint8Array): string {
  const text = new TextDecoder().decode(first);
  if (text === "") return "it is empty";
  if (text.trim() === "") return "it holds only blank lines";
  try {
    JSON.parse(text);
    return "it holds only empty lists";
  } catch {
    return "it is not JSON: it holds only brackets";
  }
}
