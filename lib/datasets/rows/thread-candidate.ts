import { type Message, withoutHistory } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import {
  type Candidate,
  type EvidenceOf,
  isRefusal,
  type Refusal,
  refusal,
  type SplitUnit,
} from "#lib/datasets/candidate.ts";
import { heldValues, missesCalls, type SourceFacts, withMissingCalls } from "./candidates-of.ts";
import { chatMessages, saysSomething, withSystem } from "./chat-messages.ts";
import { placesOf, readConversation, toolsIn } from "./read-conversation.ts";
import type { Said, SourceItem } from "./source-item.ts";

/** A thread with its turns, the oldest first. */
export type ThreadItem = { threadId: string; addedAt: Date; turns: readonly ThreadTurn[] };
export type ThreadTurn = {
  call: NonNullable<SourceItem["call"]>;
  said: readonly Said[];
  retracted: readonly EvidenceOf[];
};

type Known = { source: number; facts: SourceFacts | null; recipe: Recipe };

/** A thread as one row, up to the first turn that cannot be learned, or why there is none. */
export function threadCandidate(item: ThreadItem, known: Known): { candidate: Candidate; unit: SplitUnit } {
  const { threadId, addedAt, turns } = item;
  const outcome = outcomeOf(item, known);
  const keys = turns.flatMap(({ call }) => {
    const read = readConversation(call, known.recipe);
    return [...placesOf(call), ...(isRefusal(read) ? [] : [`prompt ${read.promptKey}`])];
  });
  return {
    candidate: { source: known.source, itemId: threadId, outcome },
    unit: { source: known.source, itemId: threadId, addedAt, keys: [...new Set(keys)] },
  };
}

type Learned = {
  messages: readonly Message[];
  tools: readonly unknown[] | null;
  evidence: EvidenceOf[];
  missingCalls: number;
};

function outcomeOf({ threadId, turns }: ThreadItem, { facts, recipe }: Known): Candidate["outcome"] {
  let learned: Learned = { messages: [], tools: null, evidence: [], missingCalls: 0 };
  let ended: Refusal | null =
    turns.length === 0 ? refusal("no_conversation", "the thread has no turns") : null;
  for (const turn of turns) {
    const next = withTurn(learned, turn, { facts, recipe });
    if (isRefusal(next)) ended = next;
    if (isRefusal(next)) break;
    learned = next;
  }
  if (learned.messages.length === 0) return ended ?? refusal("no_conversation");
  const written = chatMessages(learned.messages);
  if (isRefusal(written)) return written;
  const { tools, evidence, missingCalls } = learned;
  const messages = withSystem(written, recipe.prompt);
  const body = { messages, ...(tools ? { tools } : {}) };
  const draft = { rowId: `${threadId}/threads`, body, weight: 1, posterior: null, evidence };
  return withMissingCalls(draft, { own: missingCalls, earlier: 0 }, recipe);
}

/** The thread with one more turn, or why the row ends before it. */
function withTurn(
  { messages, evidence, missingCalls }: Learned,
  { call, said, retracted }: ThreadTurn,
  { facts, recipe }: Pick<Known, "facts" | "recipe">,
): Learned | Refusal {
  const read = readConversation(call, recipe);
  if (isRefusal(read)) return read;
  const last = read.answer.at(-1);
  if (last?.role !== "assistant" || !saysSomething(last)) return refusal("empty_reply");
  const missing = call.missingCalls ?? 0;
  if (missing > 0 && recipe.onMissingCalls === "reject") return missesCalls(missing);
  if (facts && said.length === 0 && retracted.length > 0) return refusal("retracted");
  const approval = facts ? approvalOf(call, said, facts) : [];
  if (isRefusal(approval)) return approval;
  return {
    messages: [...messages, ...withoutHistory(readMessages(call.inputs, call.output), messages)],
    tools: recipe.prompt.tools === "keep" ? toolsIn(call.inputs) : null,
    evidence: [...evidence, ...approval, call.evidence],
    missingCalls: missingCalls + missing,
  };
}

/** The answers by which a turn was approved. */
function approvalOf(
  call: ThreadTurn["call"],
  said: readonly Said[],
  facts: SourceFacts,
): EvidenceOf[] | Refusal {
  const held = heldValues({ itemId: call.evidence.id, said, decision: null }, facts);
  const refused = held.find(isRefusal);
  return refused ?? held.flatMap((one) => (isRefusal(one) ? [] : one.evidence));
}
