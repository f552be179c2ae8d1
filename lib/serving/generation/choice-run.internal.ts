import { randomUUID } from "node:crypto";
import type { SampledToken, Sampler, TokenConstraint } from "#lib/engine/port/port.ts";
import type { ChatFormat, ToolCallForm } from "#lib/engine/text/open-chat-format.ts";
import { type StopStrings, stopStrings } from "#lib/engine/text/stop-strings.ts";
import { utf8Stream } from "#lib/engine/text/utf8-stream.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { TooManyReadings } from "#lib/serving/generation/constraints/bytes/too-many-readings.ts";
import type { GeneratedToken, GenerationEvent } from "./generation-event.ts";
import type { GenerationRequest } from "./generation-request.ts";
import { TOOL_CALL_BEGINNINGS } from "./tool-call-form.internal.ts";

/** Streams the text of a reply, and buffers whatever may still become a tool call of this form. */
class ReplyText {
  readonly #form: ToolCallForm;
  #all = "";
  #sent = 0;

  constructor(form: ToolCallForm) {
    this.#form = form;
  }

  /** Everything so far, sent or not. */
  get all(): string {
    return this.#all;
  }

  /** Adds text, and returns what can be sent now. */
  push(text: string): string {
    this.#all += text;
    const certain = this.#form ? certainUntil(this.#all, this.#form) : this.#all.length;
    const until = Math.max(this.#sent, certain);
    const sendable = this.#all.slice(this.#sent, until);
    this.#sent = until;
    return sendable;
  }

  /** The unsent part of the final content. */
  rest(content: string): string {
    const sent = this.#all.slice(0, this.#sent);
    return content.startsWith(sent) ? content.slice(sent.length) : "";
  }
}

/** Readers of log-probabilities know no infinity. */
const MIN_LOGPROB = -9999;

type ChoicePlan = {
  readonly format: ChatFormat;
  readonly sampler: Sampler;
  readonly request: GenerationRequest;
  readonly promptTokenIds: readonly number[];
  readonly endTokenIds: ReadonlySet<number>;
  readonly fairnessKey: string;
  readonly promptGroup: string;
  readonly maxTokens: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly choice: number;
  readonly constraint: TokenConstraint | undefined;
};

/** One completion, from its first token to its end. */
export class ChoiceRun {
  readonly #plan: ChoicePlan;
  readonly #bytes = utf8Stream();
  readonly #stops: StopStrings;
  readonly #reply: ReplyText;

  constructor(plan: ChoicePlan) {
    this.#plan = plan;
    this.#stops = stopStrings(plan.request.stopStrings);
    this.#reply = new ReplyText(this.#mayCallTools ? plan.format.toolCallForm : null);
  }

  /** Throws `Rejected` where the constraint finds, with the text that came, that it cannot hold what was asked for. */
  async *events(): AsyncGenerator<GenerationEvent> {
    try {
      yield* this.#events();
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw cause instanceof TooManyReadings ? new Rejected(cause.message) : error;
    }
  }

  async *#events(): AsyncGenerator<GenerationEvent> {
    const { choice, endTokenIds } = this.#plan;
    for await (const sampled of this.#plan.sampler.sample(this.#sampleRequest())) {
      const tokens = [this.#tokenOf(sampled)];
      if (endTokenIds.has(sampled.id)) {
        yield { type: "delta", choice, text: "", tokens };
        yield* this.#end("stop", this.#isCallersStop(sampled.id) ? sampled.id : null);
        return;
      }
      const { text, stop } = this.#read(this.#bytes.push(this.#visibleBytes(sampled.id)));
      yield { type: "delta", choice, text: this.#reply.push(text), tokens };
      if (stop !== null) {
        yield* this.#end("stop", stop);
        return;
      }
    }
    yield* this.#end("length", null);
  }

  /** The part of new text that may be sent, and the stop string that ends it. */
  #read(more: string): { text: string; stop: string | null } {
    const { text, stop } = this.#stops.push(more);
    return { text: stop !== null && this.#plan.request.keepsStopString ? text + stop : text, stop };
  }

  #sampleRequest() {
    const { request, constraint, promptTokenIds, fairnessKey, promptGroup, signal, choice, seed } =
      this.#plan;
    const { temperature, topP, topK, minP, topLogprobs } = request;
    return {
      promptTokenIds,
      fairnessKey,
      promptGroup,
      signal,
      ...(constraint ? { constraint } : {}),
      settings: {
        maxTokens: this.#plan.maxTokens,
        temperature,
        topP,
        topK,
        minP,
        topLogprobs,
        seed: seed + choice,
        stopTokenIds: [...this.#plan.endTokenIds],
        logitBias: new Map(request.logitBias),
        ...(request.penalties ? { penalties: request.penalties } : {}),
      },
    };
  }

  /** The unsent text, and the end. Tool calls set the finish reason, unless the reply was cut off by its length. */
  *#end(reason: "stop" | "length", stopReason: string | number | null): Generator<GenerationEvent> {
    const { choice, format } = this.#plan;
    let text = "";
    if (typeof stopReason !== "string") text = this.#reply.push(this.#flushed());
    const parsed = this.#mayCallTools ? format.parseReply(this.#reply.all) : null;
    const toolCalls = (parsed?.toolCalls ?? []).map((call) => ({
      id: `call_${randomUUID().replaceAll("-", "")}`,
      name: call.name,
      argumentsText: call.arguments,
    }));
    text += this.#reply.rest(toolCalls.length > 0 ? (parsed?.content ?? "") : this.#reply.all);
    if (text !== "") yield { type: "delta", choice, text, tokens: [] };
    const finishReason = toolCalls.length > 0 && reason === "stop" ? "tool_calls" : reason;
    yield { type: "end", choice, finishReason, stopReason, toolCalls };
  }

  /** Text that was held back, although no stop string came of it. */
  #flushed(): string {
    const { text, stop } = this.#read(this.#bytes.flush());
    return stop === null ? text + this.#stops.flush() : text;
  }

  get #mayCallTools(): boolean {
    const { tools, toolChoice } = this.#plan.request;
    return tools.length > 0 && toolChoice !== "none";
  }

  #isCallersStop(tokenId: number): boolean {
    const { format, request } = this.#plan;
    return request.stopTokenIds.includes(tokenId) && !format.stopTokenIds.includes(tokenId);
  }

  /** Special tokens are not text, unless the caller wants them or a tool call may begin with one. */
  #visibleBytes(tokenId: number): Uint8Array {
    const { format, request } = this.#plan;
    const keeps = request.keepsSpecialTokens || this.#mayCallTools;
    if (!keeps && format.tokenizer.specialIds.has(tokenId)) return new Uint8Array();
    return format.tokenizer.tokenBytes(tokenId);
  }

  #tokenOf({ id, logprob, top }: SampledToken): GeneratedToken {
    return {
      ...this.#alternative(id, logprob),
      top: top.map(([topId, topLogprob]) => this.#alternative(topId, topLogprob)),
    };
  }

  #alternative(id: number, logprob: number): Omit<GeneratedToken, "top"> {
    const bytes = [...this.#plan.format.tokenizer.tokenBytes(id)];
    return { id, logprob: Math.max(logprob, MIN_LOGPROB), bytes };
  }
}

/** The length of the text that is certainly not part of a tool call, or white space before one. */
function certainUntil(text: string, form: Exclude<ToolCallForm, null>): number {
  if (form === "llama3" && /^\s*\{/.test(text)) return 0;
  const beginnings = TOOL_CALL_BEGINNINGS[form];
  const found = beginnings.map((beginning) => text.indexOf(beginning)).filter((at) => at >= 0);
  const certain = found.length > 0 ? Math.min(...found) : text.length - longestStart(text, beginnings);
  return text.slice(0, certain).trimEnd().length;
}

/** How many characters at the end of a text may be the start of a beginning. */
function longestStart(text: string, beginnings: readonly string[]): number {
  const starts = beginnings.flatMap((beginning) =>
    Array.from({ length: beginning.length - 1 }, (_, i) => beginning.slice(0, i + 1)),
  );
  return Math.max(0, ...starts.filter((start) => text.endsWith(start)).map((start) => start.length));
}
