import { GREEDY } from "#lib/engine/port/greedy.ts";
import type { Sampler } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { heldOutExercise, type Kind } from "./corpus/corpus.ts";
import type { Exercise, Message, Tool } from "./exercise.ts";

export type Score = { readonly kind: Kind; readonly correct: number; readonly asked: number };

/** A model that can be talked with. */
export type ChatModel = { readonly sampler: Sampler; readonly format: ChatFormat };

type Question = { readonly messages: readonly Message[]; readonly tools?: readonly Tool[] | undefined };

const MAX_REPLY_TOKENS = 100;

/** Asks the model held-out exercises of a kind and counts the replies that are exactly right. Decoding is greedy. */
export async function evaluateKind(model: ChatModel, kind: Kind, count: number): Promise<Score> {
  const exercises = Array.from({ length: count }, (_, number) => heldOutExercise(kind, number));
  const replies = await Promise.all(exercises.map((exercise) => replyTo(model, asked(exercise))));
  const correct = exercises.filter(({ accepted }, i) => accepted.includes(replies[i] ?? ""));
  return { kind, correct: correct.length, asked: count };
}

/** What is asked: an exercise without the last message. */
function asked({ messages, tools }: Exercise): Question {
  return { messages: messages.slice(0, -1), tools };
}

/** What the model says next; what it finds likeliest at each token. */
export async function replyTo(
  { sampler, format }: ChatModel,
  { messages, tools }: Question,
): Promise<string> {
  const promptTokenIds = format.promptTokens(messages, { tools: tools ?? null });
  const ids: number[] = [];
  for await (const { id } of sampler.sample({
    promptTokenIds,
    settings: { ...GREEDY, maxTokens: MAX_REPLY_TOKENS, stopTokenIds: format.stopTokenIds },
    fairnessKey: "evaluation",
    signal: new AbortController().signal,
  }))
    if (!format.stopTokenIds.includes(id)) ids.push(id);
  return format.tokenizer.decode(ids);
}
