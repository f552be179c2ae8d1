import { textPieces } from "./text-pieces.ts";

/**
 * Writes a value as `JSON.stringify(value, null, 2)` does, in pieces that can be drawn while the next are made. The value must be
 * JSON; it may be nested deeper than the call stack.
 */
export function* jsonPieces(value: unknown): Generator<string[]> {
  const lines = linesOf(value);
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < PIECE_CHARS) continue;
    yield textPieces(text);
    text = "";
  }
  if (text !== "") yield textPieces(text);
}

const PIECE_CHARS = 16_000;

type Step = { text: string } | { value: unknown; depth: number; before: string; after: string };

function* linesOf(root: unknown): Generator<string> {
  const pending: Step[] = [{ value: root, depth: 0, before: "", after: "" }];
  for (let step = pending.pop(); step; step = pending.pop()) {
    if ("text" in step) {
      yield step.text;
      continue;
    }
    const { value, depth, before, after } = step;
    const isList = Array.isArray(value);
    if (!isList && (typeof value !== "object" || value === null)) {
      yield `${before}${JSON.stringify(value) ?? "null"}${after}`;
      continue;
    }
    const [open, close] = isList ? ["[", "]"] : ["{", "}"];
    const names = isList ? null : Object.keys(value);
    const count = isList ? value.length : (names?.length ?? 0);
    if (count === 0) {
      yield `${before}${open}${close}${after}`;
      continue;
    }
    yield `${before}${open}\n`;
    pending.push({ text: `${"  ".repeat(depth)}${close}${after}` });
    const indent = "  ".repeat(depth + 1);
    for (let i = count - 1; i >= 0; i--) {
      const name = names?.[i];
      const child: unknown = name === undefined ? Reflect.get(value, i) : Reflect.get(value, name);
      const lead = name === undefined ? indent : `${indent}${JSON.stringify(name)}: `;
      pending.push({ value: child, depth: depth + 1, before: lead, after: i === count - 1 ? "\n" : ",\n" });
    }
  }
}
