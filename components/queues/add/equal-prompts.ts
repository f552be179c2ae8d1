import { isDict } from "#lib/contract/fields.ts";
import type { CallPair } from "./pair-lines.ts";

type Replied = { id: string; inputs: unknown; output?: unknown };

/** So many calls are read at most to find pairs among them. */
export const MAX_PAIRED_CALLS = 500;

/** What a program may say beside what it asks. */
const SETTINGS = new Set([
  ...["model", "temperature", "top_p", "top_k", "seed", "n", "max_tokens", "max_completion_tokens", "stop"],
  ...["stream", "stream_options", "store", "metadata", "user", "logprobs", "top_logprobs"],
]);

/** Pairs of calls that were asked the same and answered differently, each call in one of them at most, in their order; and how many have no partner. */
export function pairsOfEqualPrompts(calls: readonly Replied[]): { pairs: CallPair[]; alone: number } {
  const pairs = [...Map.groupBy(calls, promptOf).values()].flatMap(pairsOf);
  return { pairs, alone: calls.length - 2 * pairs.length };
}

function pairsOf(calls: readonly Replied[]): CallPair[] {
  const pairs: CallPair[] = [];
  const waiting = [...calls];
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    const reply = replyOf(first);
    const [other] = waiting.splice(
      indexOr(waiting, (one) => replyOf(one) !== reply),
      1,
    );
    if (other) pairs.push({ callId: first.id, pairCallId: other.id });
  }
  return pairs;
}

/** Where there is none, the place after the last one. */
function indexOr<T>(list: readonly T[], is: (one: T) => boolean): number {
  const at = list.findIndex(is);
  return at < 0 ? list.length : at;
}

/** Equal for equal conversations, with the tools that they offer, or for all else that a call was given. */
function promptOf({ inputs }: Replied): string {
  if (!isDict(inputs)) return sortedText(inputs);
  const { messages, tools } = inputs;
  if (Array.isArray(messages)) return sortedText({ messages, tools: tools ?? null });
  return sortedText(Object.fromEntries(Object.entries(inputs).filter(([key]) => !SETTINGS.has(key))));
}

/** A completion has an id and a time of its own, and says something only in its message. */
function replyOf({ output }: Replied): string {
  const choices = isDict(output) && Array.isArray(output.choices) ? output.choices : [];
  const [choice]: unknown[] = choices;
  return sortedText(isDict(choice) && isDict(choice.message) ? choice.message : output);
}

function sortedText(value: unknown): string {
  const sort = (_: string, inner: unknown) =>
    isDict(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  return JSON.stringify(value, sort) ?? "";
}
