import type { Service } from "../service.ts";
import { wordsOf } from "./bag-of-words.ts";
import { promptOf } from "./label-queue.ts";
import type { Request } from "./material.ts";
import { BASE_MODEL } from "./student.ts";

const EXAMPLES = 8;
const REPLY_TOKENS = 8;

/** What the untrained model says with the answered requests before it that have most words in common with the question. */
export async function fewShot(
  { openAi }: Service,
  answered: readonly Request[],
  question: Request,
): Promise<string> {
  const examples = nearest(answered, question.text).flatMap(({ text, service }) => [
    { role: "user" as const, content: text },
    { role: "assistant" as const, content: service },
  ]);
  const [system, user] = promptOf(question);
  const { choices } = await openAi.chat.completions.create({
    model: BASE_MODEL,
    messages: [
      { role: "system", content: system?.content ?? "" },
      ...examples,
      { role: "user", content: user?.content ?? "" },
    ],
    temperature: 0,
    max_tokens: REPLY_TOKENS,
  });
  return choices[0]?.message.content?.trim() ?? "";
}

/** The most alike last, next to the question. */
function nearest(answered: readonly Request[], text: string): Request[] {
  const words = new Set(wordsOf(text));
  const overlap = (one: Request) => {
    const own = new Set(wordsOf(one.text));
    return own.intersection(words).size / own.union(words).size;
  };
  return answered
    .map((one) => ({ one, overlap: overlap(one) }))
    .sort((a, b) => b.overlap - a.overlap)
    .slice(0, EXAMPLES)
    .map(({ one }) => one)
    .reverse();
}
