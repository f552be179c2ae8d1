import type { Correction, Preference } from "#lib/contract/annotation/preference.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { VALUE_MARK } from "#lib/contract/datasets/uses.ts";
import { conversationText, judgeMessage, messageText } from "#lib/contract/evaluation/judge-prompt.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isRefusal, type Refusal, refusal } from "#lib/datasets/candidate.ts";
import { type ChatMessage, saysSomething } from "./chat-messages.ts";
import type { Conversation } from "./read-conversation.ts";
import type { Reply } from "./reply-body.ts";

type Body = Record<string, unknown>;

/** The label as the reply. */
export function labelReply(
  { prompt, tools, answer }: Conversation,
  value: unknown,
  { replyTemplate = VALUE_MARK, turns }: Pick<QueueSource, "replyTemplate"> & { turns: "before" | "whole" },
): Reply | Refusal {
  const content = replyTemplate.replaceAll(VALUE_MARK, () => wordsOf(value));
  if (content.trim() === "") return refusal("empty_reply");
  const before = turns === "whole" ? [...prompt, ...answer] : prompt;
  return { prompt: before, tools, reply: [{ role: "assistant", content }] };
}

/** The label as what a judge says of the recorded answer; it reads texts, and tool calls as texts. */
export function judgeReply(
  { prompt, answer }: Conversation,
  value: unknown,
  { question = "" }: Pick<QueueSource, "question">,
): Reply | Refusal {
  const said = answer.filter(saysSomething).map(messageText);
  if (said.length === 0) return refusal("empty_reply");
  const asked = { conversation: conversationText(prompt), answer: said.join("\n") };
  return {
    prompt: [{ role: "user", content: judgeMessage(question, asked) }],
    tools: null,
    reply: [{ role: "assistant", content: wordsOf(value) }],
  };
}

/** A text as it is, anything else as JSON. */
export function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The recorded answer as the reply. */
export function recordedReply({ prompt, tools, answer }: Conversation): Reply | Refusal {
  const last = answer.at(-1);
  if (last?.role !== "assistant" || !saysSomething(last)) return refusal("empty_reply");
  return { prompt, tools, reply: answer };
}

/** The annotator's own version in the place of the recorded answer. */
export function correctedReply(conversation: Conversation, correction: unknown): Reply | Refusal {
  const corrected = correctedAnswer(conversation, correction);
  if (isRefusal(corrected)) return corrected;
  return { prompt: conversation.prompt, tools: conversation.tools, reply: corrected.answer };
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

function pair(
  { prompt, tools }: Conversation,
  sides: { chosen: readonly ChatMessage[]; rejected: readonly ChatMessage[]; margin: 1 | 2 },
): Body {
  return { prompt, ...(tools ? { tools } : {}), ...sides };
}
