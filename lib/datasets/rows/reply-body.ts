import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isRefusal, type Refusal, refusal } from "#lib/datasets/candidate.ts";
import type { ChatMessage } from "./chat-messages.ts";

/** A good reply in the place where it was given. */
export type Reply = {
  readonly prompt: readonly ChatMessage[];
  readonly tools: readonly unknown[] | null;
  readonly reply: readonly ChatMessage[];
};

type Body = Record<string, unknown>;

/** The reply as a row of the dataset's kind has it. */
export function replyBody(kind: DatasetKind, { prompt, tools, reply }: Reply): Body | Refusal {
  if (kind === "prompts") return promptBody({ prompt, tools }, reply);
  if (kind === "eval") {
    const body = promptBody({ prompt, tools }, reply);
    return "reference" in body || isRefusal(body)
      ? body
      : refusal("empty_reply", "there is no text to compare with");
  }
  return { messages: [...prompt, ...reply], ...offered(tools) };
}

/** Something to answer, with the words of a good answer where they are known; a call of a tool has none. */
export function promptBody(
  { prompt, tools }: Pick<Reply, "prompt" | "tools">,
  reply: Reply["reply"] = [],
): Body | Refusal {
  if (prompt.length === 0) return refusal("no_conversation", "nothing is left to answer");
  const reference = reply.at(-1)?.content ?? "";
  return { prompt, ...offered(tools), ...(reference.trim() === "" ? {} : { reference }) };
}

/** The recorded reply with what people said that it is worth: good or bad, or a number. */
export function ratedBody(
  { prompt, tools, reply }: Reply,
  worth: { label: boolean } | { reward: number },
): Body {
  return { prompt, ...offered(tools), completion: reply, ...worth };
}

function offered(tools: Reply["tools"]): { tools?: readonly unknown[] } {
  return tools ? { tools } : {};
}
