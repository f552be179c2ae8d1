import type { Correction, Preference } from "#lib/contract/annotation/preference.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { VALUE_MARK } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isRefusal, type Refusal, refusal } from "#lib/datasets/candidate.ts";
import { type ChatMessage, saysSomething } from "./chat-messages.ts";
import type { Conversation } from "./read-conversation.ts";

type Body = Record<string, unknown>;

/** The label as the reply to learn. */
export function labelBody(
  { prompt, tools, answer }: Conversation,
  value: unknown,
  { replyTemplate = VALUE_MARK, turns }: Pick<QueueSource, "replyTemplate"> & { turns: "before" | "whole" },
): Body | Refusal {
  const content = replyTemplate.replaceAll(VALUE_MARK, () => wordsOf(value));
  if (content.trim() === "") return refusal("empty_reply");
  const before = turns === "whole" ? [...prompt, ...answer] : prompt;
  return row(before, tools, [{ role: "assistant", content }]);
}

/** A text as it is, anything else as JSON. */
export function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The recorded answer as the reply to learn. */
export function approvedBody({ prompt, tools, answer }: Conversation): Body | Refusal {
  const last = answer.at(-1);
  if (last?.role !== "assistant" || !saysSomething(last)) return refusal("empty_reply");
  return row(prompt, tools, answer);
}

/** The annotator's own version in the place of the recorded answer. */
export function correctionBody(conversation: Conversation, correction: unknown): Body | Refusal {
  const corrected = correctedAnswer(conversation, correction);
  if (isRefusal(corrected)) return corrected;
  return row(conversation.prompt, conversation.tools, corrected.answer);
}

/** The annotator's own version against the recorded answer. */
export function correctedPairBody(conversation: Conversation, correction: unknown): Body | Refusal {
  const corrected = correctedAnswer(conversation, correction);
  if (isRefusal(corrected)) return corrected;
  if (!conversation.answer.some(saysSomething)) return refusal("empty_reply");
  return pair(conversation, { chosen: corrected.answer, rejected: conversation.answer, margin: 1 });
}

/** The better of two answers to one prompt against the other. */
export function pairBody(
  first: Conversation,
  second: Conversation,
  { verdict, strength }: Pick<Preference, "verdict" | "strength">,
): Body | Refusal {
  if (first.promptKey !== second.promptKey) return refusal("different_prompts");
  if (verdict !== "first" && verdict !== "second")
    return refusal("tie", verdict === "tie" ? "" : "both are bad");
  const [chosen, rejected] = verdict === "first" ? [first, second] : [second, first];
  if (![chosen, rejected].every(({ answer }) => answer.some(saysSomething))) return refusal("empty_reply");
  return pair(first, {
    chosen: chosen.answer,
    rejected: rejected.answer,
    margin: strength === "much" ? 2 : 1,
  });
}

function correctedAnswer(
  { answer }: Conversation,
  correction: unknown,
): { answer: readonly ChatMessage[] } | Refusal {
  if (!isCorrection(correction) || !/^output(\.|$)/.test(correction.path))
    return refusal("not_kept", "what was corrected is not the answer");
  if (correction.text.trim() === "") return refusal("empty_reply");
  const last = answer.at(-1);
  if (last?.content?.trim() === correction.text.trim()) return refusal("not_changed");
  const before = last?.role === "assistant" ? answer.slice(0, -1) : answer;
  return { answer: [...before, { role: "assistant", content: correction.text }] };
}

function isCorrection(value: unknown): value is Correction {
  return isDict(value) && typeof value.path === "string" && typeof value.text === "string";
}

function row(
  before: readonly ChatMessage[],
  tools: readonly unknown[] | null,
  reply: readonly ChatMessage[],
): Body {
  return { messages: [...before, ...reply], ...(tools ? { tools } : {}) };
}

function pair(
  { prompt, tools }: Conversation,
  sides: { chosen: readonly ChatMessage[]; rejected: readonly ChatMessage[]; margin: 1 | 2 },
): Body {
  return { prompt, ...(tools ? { tools } : {}), ...sides };
}
