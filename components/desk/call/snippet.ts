import type { Call } from "#lib/contract/traces/call-fields.ts";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";

const LONGEST = 80;
/** A payload is searched no further than this for words. */
const MAX_STEPS = 200;
const MAX_READ = 10_000;

/** The first words of a call, to distinguish it from its neighbours in a list; null if it has none. */
export function snippetOf(call: Call, displayFields: readonly string[]): string | null {
  const places =
    displayFields.length > 0
      ? displayFields.map((path) => callValueAt(call, path))
      : [call.inputs, call.output];
  const budget = { steps: MAX_STEPS };
  for (const value of places) {
    const text = firstText(value, budget);
    if (text !== null) return text;
  }
  return null;
}

/** The last message of a list says more than the first, which is often the same for all, and people say more than what tools gave back. */
function firstText(value: unknown, budget: { steps: number }): string | null {
  if (budget.steps-- <= 0) return null;
  if (typeof value === "string") return wordsIn(value, budget) ?? shortened(value);
  if (Array.isArray(value)) {
    const { result = [], said = [] } = Object.groupBy(value.toReversed(), (one) =>
      isToolResult(one) ? "result" : "said",
    );
    const [first, ...earlier] = said;
    const text = first === undefined ? null : firstText(first, budget);
    const question = text !== null && isBare(text) ? firstFound(earlier, budget) : null;
    if (question !== null) return shortened(`${text} · ${question}`);
    return text ?? firstFound([...earlier, ...result], budget);
  }
  if (typeof value !== "object" || value === null) return null;
  const named = ["content", "text", "messages", "prompt", "input", "output"].filter((key) => key in value);
  const keys = named.length > 0 ? named : Object.keys(value);
  return firstFound(
    keys.map((key): unknown => Reflect.get(value, key)),
    budget,
  );
}

/** A place, a date, a yes: one or two words that many items have in common. */
function isBare(text: string): boolean {
  return text.split(" ").length < 3;
}

function isToolResult(message: unknown): boolean {
  const role: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "role") : null;
  return role === "tool" || role === "function";
}

/** The first words of a text that is data, such as what a tool gave back; null of one that is none, or too long to read for a line. */
function wordsIn(text: string, budget: { steps: number }): string | null {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_READ) return null;
  try {
    const value: unknown = JSON.parse(text);
    return firstText(value, budget);
  } catch {
    return null;
  }
}

function firstFound(values: readonly unknown[], budget: { steps: number }): string | null {
  for (const value of values) {
    const text = firstText(value, budget);
    if (text !== null) return text;
  }
  return null;
}

function shortened(text: string): string | null {
  const start = text
    .slice(0, LONGEST * 2)
    .replace(/\s+/g, " ")
    .trim();
  if (start === "") return null;
  return start.length > LONGEST ? `${start.slice(0, LONGEST)}…` : start;
}
