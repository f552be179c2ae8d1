import type { MadeCall } from "#components/conversation/made-calls.tsx";
import type { Message } from "#lib/contract/conversation/message.ts";
import { repeatedUses } from "#lib/contract/conversation/repeated-uses.ts";

/** The calls that the messages of the last exchange do not already show. Keeps a call that shows more: a result that the messages lack, a failure, or child calls. */
export function notRepeated(made: readonly MadeCall[], messages: readonly Message[]): MadeCall[] {
  const repeats = repeatedUses(
    made.map(({ card }) => card),
    messages,
  );
  const kept: MadeCall[] = [];
  // Bottom up, so that a kept call also keeps its parent.
  for (const [i, call] of [...made.entries()].reverse())
    if (!repeats[i] || isAbove(call, kept[0])) kept.unshift(call);
  return kept;
}

function isAbove({ depth }: MadeCall, next: MadeCall | undefined): boolean {
  return next !== undefined && next.depth > depth;
}
