import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { splitTurns } from "#components/conversation/split-turns.ts";
import { type ToolCard, withResults } from "#components/conversation/tool-cards.ts";
import type { Message } from "#lib/contract/conversation/message.ts";

/**
 * The calls that the messages of the last exchange do not already show: programs that trace their tools record each use twice, as a message
 * and as a call. Keeps a call that shows more: a result that the messages lack, a failure, or child calls.
 */
export function notRepeated(made: readonly MadeCall[], messages: readonly Message[]): MadeCall[] {
  const shown = withResults(messages.slice(splitTurns(messages).earlierCount)).flatMap(({ cards }) => cards);
  if (shown.length === 0) return [...made];
  const free = [...shown];
  const repeats = made.map(({ card }) => {
    const at = free.findIndex((one) => isSameUse(one, card));
    return at >= 0 && free.splice(at, 1).length > 0;
  });
  const kept: MadeCall[] = [];
  // Bottom up, so that a kept call also keeps its parent.
  for (const [i, call] of [...made.entries()].reverse())
    if (!repeats[i] || isAbove(call, kept[0])) kept.unshift(call);
  return kept;
}

function isAbove({ depth }: MadeCall, next: MadeCall | undefined): boolean {
  return next !== undefined && next.depth > depth;
}

function isSameUse(inMessages: ToolCard, { call, result }: ToolCard): boolean {
  if (result && (inMessages.result === null || (result.isError && !inMessages.result.isError))) return false;
  const isNamed = call.name === inMessages.call.name || call.name.endsWith(`.${inMessages.call.name}`);
  return isNamed && holdsArguments(call.arguments, inMessages.call.arguments);
}

/** A traced function also records its defaults and the object that it belongs to. */
function holdsArguments(recorded: unknown, sent: unknown): boolean {
  if (!isRecord(recorded) || !isRecord(sent)) return JSON.stringify(recorded) === JSON.stringify(sent);
  return Object.entries(sent).every(([name, value]) => isEqual(recorded[name], value));
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [mine, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return mine.size === theirs.size && [...mine].every(([name, value]) => isEqual(value, theirs.get(name)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
