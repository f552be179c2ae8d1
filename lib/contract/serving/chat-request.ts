import { type Fault, fault, type Payload, refuseUnless } from "#lib/contract/fault.ts";
import {
  anyJson,
  bool,
  dict,
  dictOf,
  finiteNumber,
  identifier,
  integer,
  isDict,
  label,
  list,
  oneOf,
  present,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { maybe, schemaUnderAliases, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const MAX_CHOICES = 128;
/** Texts at which a reply ends. */
export const MAX_STOPS = 64;
const MAX_TOP_LOGPROBS = 20;
const TOOL_CHOICES = ["none", "auto", "required"] as const;

/** Where a stored completion belongs; callers may put more into it. */
export const Metadata = wireObject({ projectId: maybe(projectId), threadId: maybe(label(255)) });

export const ResponseFormat = wireObject({
  type: oneOf(["text", "json_object", "json_schema"]),
  jsonSchema: maybe(wireObject({ schema: maybe(anyJson) })),
});

/** As vLLM has it: one of them says what the reply is. A grammar is in GBNF or in Lark's notation. */
export const StructuredOutputs = wireObject({
  json: maybe(anyJson),
  choice: maybe(choices()),
  regex: maybe(text({ min: 1 })),
  grammar: maybe(text({ min: 1 })),
  jsonObject: maybe(bool),
});

/** The fields of a chat completion request that are looked at. */
const ChatFields = wireObject({
  model: identifier(1024),
  messages: list(dict, { min: 1 }),
  n: maybe(integer({ min: 1, max: MAX_CHOICES })),
  temperature: maybe(between(0, 2)),
  topP: maybe(between(0, 1)),
  /** 0 and −1 keep all. */
  topK: maybe(integer({ min: -1, max: 1_000_000 })),
  minP: maybe(between(0, 1)),
  maxTokens: maybe(integer({ min: 1 })),
  /** The newer name of `max_tokens`, and wins. */
  maxCompletionTokens: maybe(integer({ min: 1 })),
  minTokens: maybe(integer({ min: 0 })),
  stop: maybe(stopStrings()),
  stopTokenIds: maybe(list(integer({ min: 0 }), { max: 1000 })),
  includeStopStrInOutput: maybe(bool),
  ignoreEos: maybe(bool),
  skipSpecialTokens: maybe(bool),
  seed: maybe(integer()),
  logitBias: maybe(logitBias()),
  presencePenalty: maybe(between(-2, 2)),
  frequencyPenalty: maybe(between(-2, 2)),
  repetitionPenalty: maybe(between(0.01, 2)),
  logprobs: maybe(bool),
  topLogprobs: maybe(integer({ min: 0, max: MAX_TOP_LOGPROBS })),
  promptLogprobs: maybe(integer({ min: -1, max: MAX_TOP_LOGPROBS })),
  returnTokenIds: maybe(bool),
  returnTokensAsTokenIds: maybe(bool),
  tools: maybe(list(dict, { max: 1000 })),
  toolChoice: maybe(toolChoice()),
  parallelToolCalls: maybe(bool),
  responseFormat: maybe(ResponseFormat),
  structuredOutputs: maybe(StructuredOutputs),
  /** Older names of what `structured_outputs` holds. */
  guidedJson: maybe(anyJson),
  guidedChoice: maybe(choices()),
  guidedRegex: maybe(text({ min: 1 })),
  guidedGrammar: maybe(text({ min: 1 })),
  /** Whether the template asks for a reply after the messages; it does by itself. */
  addGenerationPrompt: maybe(bool),
  /** The reply continues the text of the last message, which is the assistant's. */
  continueFinalMessage: maybe(bool),
  chatTemplateKwargs: maybe(dict),
  stream: maybe(bool),
  streamOptions: maybe(wireObject({ includeUsage: maybe(bool) })),
  /** Records the completion as a call. */
  store: maybe(bool),
  metadata: maybe(Metadata),
});
type ChatFields = z.output<typeof ChatFields>;

/** A chat completion request: what is looked at, and in `sent` the body as it came, where one came. */
export const ChatRequest = withBody(ChatFields);
export type ChatRequest = ChatFields & { sent?: Readonly<Record<string, unknown>> };

/** The body of a request, with every field that came and as it came. */
export function bodyOf(request: ChatRequest): Readonly<Record<string, unknown>> {
  const body = z.encode(ChatRequest, request);
  return isDict(body) ? body : {};
}

/** Reads with `fields`, and keeps the body as it came. */
function withBody(fields: typeof ChatFields): z.Schema<ChatRequest> {
  const codec = z.codec(z.unknown(), z.custom<ChatRequest>(), {
    decode: (body, payload) => {
      const read = z.safeDecode(fields, body);
      if (read.success && isDict(body)) return { ...read.data, sent: body };
      for (const issue of read.error?.issues ?? []) payload.issues.push(asRaw(issue, body));
      return z.NEVER;
    },
    encode: ({ sent, ...known }) => {
      const written = z.encode(fields, known);
      return { ...(isDict(written) ? written : {}), ...sent };
    },
  });
  schemaUnderAliases.set(codec, { schema: fields, aliases: {} });
  return codec;
}

/** A finished issue is a raw one with its message, which its type does not say. */
function asRaw(issue: z.core.$ZodIssue, input: unknown): z.core.$ZodRawIssue {
  return { ...issue, input } as z.core.$ZodRawIssue;
}

function choices(): z.Schema<string[]> {
  return list(text(), { min: 1, max: 1000 });
}

/** A finite number from `min` to `max`. */
function between(min: number, max: number): z.Schema<number> {
  return z.codec(present({ type: "number", minimum: min, maximum: max }), z.custom<number>(), {
    decode: (value, payload) => {
      const read = z.safeDecode(finiteNumber, value);
      if (!read.success) {
        for (const issue of read.error.issues) payload.issues.push(asRaw(issue, value));
        return z.NEVER;
      }
      if (read.data < min) return refuse(payload, { type: "greater_than_equal", bound: min });
      return read.data > max ? refuse(payload, { type: "less_than_equal", bound: max }) : read.data;
    },
    encode: (value) => value,
  });
}

/** One stop string, or several. */
function stopStrings(): z.Schema<string[]> {
  const texts = list(text(), { max: MAX_STOPS });
  const either = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  return z.codec(present(either), z.custom<string[]>(), {
    decode: (value, payload) => {
      const read = z.safeDecode(texts, typeof value === "string" ? [value] : value);
      if (read.success) return read.data;
      for (const issue of read.error.issues) payload.issues.push(asRaw(issue, value));
      return z.NEVER;
    },
    encode: (value) => value,
  });
}

/** A word, or the one tool that must be called. */
function toolChoice(): z.Schema<(typeof TOOL_CHOICES)[number] | { name: string }> {
  const either = {
    anyOf: [
      { type: "string", enum: [...TOOL_CHOICES] },
      { type: "object", additionalProperties: true },
    ],
  };
  return z.codec(present(either), z.custom<(typeof TOOL_CHOICES)[number] | { name: string }>(), {
    decode: (value, payload) => {
      const word = TOOL_CHOICES.find((known) => known === value);
      if (word) return word;
      if (!isDict(value)) return refuse(payload, { type: "literal_error", expected: TOOL_CHOICES });
      const inner = isDict(value.function) ? value.function : value;
      if (typeof inner.name === "string") return { name: inner.name };
      return refuse(payload, { type: "missing", path: ["function", "name"] });
    },
    encode: (value) =>
      typeof value === "string" ? value : { type: "function", function: { name: value.name } },
  });
}

/** Biases by token id, which is a key and therefore text. */
function logitBias(): z.Schema<Record<string, number>> {
  return dictOf(between(-100, 100)).check(
    refuseUnless((map) => Object.keys(map).every((key) => /^\d{1,9}$/.test(key)), {
      type: "value_error",
      text: "the keys of logit_bias are token ids",
    }),
  );
}

function refuse(payload: Payload, what: Fault): never {
  fault(payload, what);
  // zod's own mark for a value that could not be read.
  return z.NEVER;
}
