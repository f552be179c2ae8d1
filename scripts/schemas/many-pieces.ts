import fs from "node:fs";
import path from "node:path";

const PIECES = 128_000;
const LONGEST = 12;

/** A vocabulary as large as those of large models: every byte, and pieces of this project's documents and sources, in the order in which they are met. */
export function manyPieces(): Uint8Array[] {
  const texts = new Set<string>();
  for (const file of files("docs", ".md").concat(files("lib", ".ts")))
    for (const word of fs.readFileSync(file, "utf8").match(/ ?[^\s]+|\s+/g) ?? [])
      for (let from = 0; from < word.length && texts.size < PIECES; from += 3)
        for (let length = 2; length <= LONGEST && from + length <= word.length; length++)
          texts.add(word.slice(from, from + length));
  const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  return [...bytes, ...Array.from(texts, (text) => new TextEncoder().encode(text))].slice(0, PIECES);
}

function files(folder: string, ending: string): string[] {
  const found = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => path.join(folder, file));
}
