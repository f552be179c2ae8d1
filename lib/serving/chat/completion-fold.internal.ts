import { isDict } from "#lib/contract/fields.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";

import { type Usage, usageIn } from "./usage-in.ts";

type Json = Record<string, unknown>;

/** Merges the chunks of a completion, ours or another server's, into the answer without streaming. */
export class CompletionFold {
  readonly #keepsText: boolean;
  readonly #choices = new Map<number, FoldedChoice>();
  #head: Json = {};
  #usage: unknown = null;
  #promptTokens = 0;
  #completionTokens = 0;

  /** Without text only the usage is kept, for streams of which nothing is stored. */
  constructor({ keepsText = true }: { keepsText?: boolean } = {}) {
    this.#keepsText = keepsText;
  }

  /** The reported usage, or else the count so far. */
  get usage(): Usage {
    return (
      usageIn({ usage: this.#usage }) ?? {
        promptTokens: this.#promptTokens,
        completionTokens: this.#completionTokens,
      }
    );
  }

  push(chunk: ChatCompletion): void {
    const { choices, usage, ...head } = chunk;
    if (usage) this.#usage = usage;
    this.#head = { ...head, ...this.#head };
    for (const choice of choices) if (isDict(choice)) this.#pushChoice(choice);
  }

  /** The whole so far; lists are the fold's own. */
  completion(): ChatCompletion {
    const choices = [...this.#choices.values()]
      .sort((one, other) => one.index - other.index)
      .map((choice) => choice.folded());
    const [first] = choices;
    return {
      ...this.#head,
      object: "chat.completion",
      choices,
      ...(first?.token_ids === undefined ? {} : { token_ids: first.token_ids }),
      usage: this.#usage,
    };
  }

  #pushChoice(choice: Json): void {
    if (Array.isArray(choice.prompt_token_ids)) this.#promptTokens = choice.prompt_token_ids.length;
    if (Array.isArray(choice.token_ids)) this.#completionTokens += choice.token_ids.length;
    if (!this.#keepsText) return;
    const index = typeof choice.index === "number" ? choice.index : 0;
    const known = this.#choices.get(index) ?? new FoldedChoice(index);
    this.#choices.set(index, known);
    known.push(choice);
  }
}

class FoldedChoice {
  readonly index: number;
  /** Maps, as another server's keys may be any. */
  readonly #rest = new Map<string, unknown>();
  readonly #message = new Map<string, unknown>();
  readonly #content: string[] = [];
  readonly #toolCalls = new Map<number, FoldedCall>();
  readonly #logprobs: unknown[] = [];
  readonly #tokenIds: unknown[] = [];
  #hasTokenIds = false;

  constructor(index: number) {
    this.index = index;
  }

  push({ delta, logprobs, token_ids: tokenIds, ...rest }: Json): void {
    for (const [key, value] of Object.entries(rest))
      this.#rest.set(key, value ?? this.#rest.get(key) ?? null);
    if (isDict(logprobs) && Array.isArray(logprobs.content)) append(this.#logprobs, logprobs.content);
    if (Array.isArray(tokenIds)) append(this.#tokenIds, tokenIds);
    this.#hasTokenIds ||= Array.isArray(tokenIds);
    if (!isDict(delta)) return;
    const { content, tool_calls: toolCalls, role: _, ...message } = delta;
    if (typeof content === "string") this.#content.push(content);
    if (Array.isArray(toolCalls)) for (const call of toolCalls) this.#pushCall(call);
    for (const [key, value] of Object.entries(message))
      this.#message.set(key, joined(this.#message.get(key), value));
  }

  folded(): Json {
    const content = this.#content.join("");
    const calls = [...this.#toolCalls.values()].map((call) => call.folded());
    const message = {
      role: "assistant",
      ...Object.fromEntries(this.#message),
      content: content === "" && calls.length > 0 ? null : content,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    return {
      ...Object.fromEntries(this.#rest),
      index: this.index,
      message,
      logprobs: this.#logprobs.length > 0 ? { content: this.#logprobs, refusal: null } : null,
      ...(this.#hasTokenIds ? { token_ids: this.#tokenIds } : {}),
    };
  }

  #pushCall(call: unknown): void {
    if (!isDict(call)) return;
    const index = typeof call.index === "number" ? call.index : this.#toolCalls.size;
    const known = this.#toolCalls.get(index) ?? new FoldedCall();
    this.#toolCalls.set(index, known);
    known.push(call);
  }
}

class FoldedCall {
  #call: Json = {};
  #name = "";
  readonly #arguments: string[] = [];

  push({ index: _, function: called, ...rest }: Json): void {
    this.#call = { ...rest, ...this.#call };
    if (!isDict(called)) return;
    if (typeof called.name === "string") this.#name ||= called.name;
    if (typeof called.arguments === "string") this.#arguments.push(called.arguments);
  }

  folded(): Json {
    return { ...this.#call, function: { name: this.#name, arguments: this.#arguments.join("") } };
  }
}

/** Texts of a message, such as another server's reasoning, come in pieces; of anything else the last word counts. */
function joined(earlier: unknown, later: unknown): unknown {
  if (typeof earlier === "string" && typeof later === "string") return earlier + later;
  return later ?? earlier;
}

function append(to: unknown[], from: readonly unknown[]): void {
  for (const value of from) to.push(value);
}
