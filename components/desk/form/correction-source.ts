import type { Call } from "#lib/contract/traces/call-fields.ts";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";

/** A text of a call's output that somebody may write better, and where it stands. */
export type CorrectionSource = { path: string; text: string };

type Documents = Pick<Call, "inputs" | "output" | "attributes" | "summary">;

/** The text that is judged: the one among the shown fields of the output, else the answer in the output as programs record it. */
export function correctionSource(call: Documents, displayFields: readonly string[]): CorrectionSource | null {
  const shown = displayFields.filter((path) => path === "output" || path.startsWith("output."));
  for (const path of shown) {
    const found = textIn(callValueAt(call, path), path, 0);
    if (found) return found;
  }
  return textIn(call.output, "output", 0);
}

/** The paths of an answer in the formats of the usual providers, most likely first. */
const PLACES = [
  "choices",
  "messages",
  "message",
  "content",
  "parts",
  "output",
  "text",
  "value",
  "answer",
  "response",
  "completion",
  "output_text",
  "reply",
  "generated_text",
  "result",
];
const DEEPEST = 8;

function textIn(value: unknown, path: string, depth: number): CorrectionSource | null {
  if (typeof value === "string") return value.trim() === "" ? null : { path, text: value };
  if (typeof value !== "object" || value === null || depth > DEEPEST) return null;
  const names = Array.isArray(value)
    ? indexes(value, path)
    : PLACES.filter((name) => Object.hasOwn(value, name));
  for (const name of names) {
    const found = textIn(Reflect.get(value, name), `${path}.${name}`, depth + 1);
    if (found) return found;
  }
  return null;
}

/** Of several choices the first is judged, of a conversation the last message. */
function indexes(list: readonly unknown[], path: string): string[] {
  const all = list.map((_, i) => String(i));
  return path.endsWith(".choices") ? all : all.reverse();
}
