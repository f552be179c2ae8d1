import type { TokenConstraint } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { Tokenizer } from "#lib/engine/text/open-tokenizer.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type Vocabulary, vocabularyOf } from "#lib/serving/generation/constraints/bytes/vocabulary.ts";
import { grammarConstraint } from "#lib/serving/generation/constraints/grammar.ts";
import { jsonConstraint } from "#lib/serving/generation/constraints/json.ts";
import { movedSchema } from "#lib/serving/generation/constraints/moved-schema.ts";
import { regexConstraint } from "#lib/serving/generation/constraints/regex.ts";
import { UnsupportedSchema } from "#lib/serving/generation/constraints/schema/unsupported-schema.ts";
import { textConstraint } from "#lib/serving/generation/constraints/text.ts";
import type { GenerationRequest } from "./generation-request.ts";
import { TOOL_CALL_FORMS } from "./tool-call-form.internal.ts";

/** Stands for the end of a part towards the part itself; no vocabulary has it. */
const PART_END = -1;

/**
 * A factory of the constraint of one choice, or undefined if nothing constrains the reply. Throws `Rejected` for an unsupported schema,
 * and for a required tool call if the template's form of calls is unknown.
 */
export function replyConstraint(
  format: ChatFormat,
  request: GenerationRequest,
  endTokenIds: ReadonlySet<number>,
): () => TokenConstraint | undefined {
  const make = formConstraint(format, request, endTokenIds);
  const { minTokens } = request;
  return minTokens > 0 ? () => minimumConstraint({ minTokens, endTokenIds }, make()) : make;
}

type Make = () => TokenConstraint | undefined;

function formConstraint(
  format: ChatFormat,
  { output, toolChoice, tools }: GenerationRequest,
  endTokenIds: ReadonlySet<number>,
): Make {
  if (toolChoice === "required" || typeof toolChoice === "object")
    return forcedCall(format, allowedTools(tools, toolChoice), endTokenIds);
  if (output.kind === "oneOf") return textConstraint(output.texts, { ...allTokens(format), endTokenIds });
  if (output.kind === "text") return () => undefined;
  const plain = { ...plainTokens(format), endTokenIds };
  if (output.kind === "regex")
    return understood("structured_outputs", () => regexConstraint(output.source, plain));
  if (output.kind === "grammar")
    return understood("structured_outputs", () => grammarConstraint(output.source, plain));
  const schema = output.schema ?? { type: "object" };
  return understood("response_format", () => jsonConstraint(schema, plain));
}

/** A JSON call of one of the tools, wrapped in the template's texts before and after it. */
function forcedCall(format: ChatFormat, tools: ToolShape[], endTokenIds: ReadonlySet<number>): Make {
  if (format.toolCallForm === null)
    throw new Rejected(
      "The chat template of this model has no form for tool calls that can be forced; use tool_choice auto or none",
      { param: "tool_choice" },
    );
  const form = TOOL_CALL_FORMS[format.toolCallForm];
  const schema = callSchema(tools, form.argumentsKey);
  const part = { ...allTokens(format), endTokenIds: [PART_END] };
  const parts = [
    textConstraint([form.opening], part),
    understood("tools", () => jsonConstraint(schema, { ...part, ...plainTokens(format) })),
    textConstraint([form.closing], part),
  ];
  return () =>
    sequenceConstraint(
      parts.map((make) => make()),
      endTokenIds,
    );
}

/** The call of any of the tools; each one's own schema stands under its name, where it finds what it refers to. */
function callSchema(tools: readonly ToolShape[], argumentsKey: string): object {
  const calls = tools.map(({ name, parameters }) => {
    const pointer = `/$defs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return {
      name,
      schema: movedSchema(parameters, pointer),
      call: {
        type: "object",
        properties: { name: { const: name }, [argumentsKey]: { $ref: `#${encodeURI(pointer)}` } },
        required: ["name", argumentsKey],
        additionalProperties: false,
      },
    };
  });
  return {
    anyOf: calls.map(({ call }) => call),
    $defs: Object.fromEntries(calls.map(({ name, schema }) => [name, schema])),
  };
}

type ReadTokens = { readonly tokenBytes: (id: number) => Uint8Array; readonly vocabulary: Vocabulary };

function allTokens({ tokenizer }: ChatFormat): ReadTokens {
  return readTokens(tokenizer, { known: allKnown, tokenBytes: (id) => tokenizer.tokenBytes(id) });
}

/** Tokens as text of a reply: special ones have no bytes, so that no string holds one. */
function plainTokens({ tokenizer }: ChatFormat): ReadTokens {
  const tokenBytes = (id: number) => (tokenizer.specialIds.has(id) ? NO_BYTES : tokenizer.tokenBytes(id));
  return readTokens(tokenizer, { known: plainKnown, tokenBytes });
}

/** A vocabulary is as large as the model's, and made once. */
const allKnown = new WeakMap<Tokenizer, ReadTokens>();
const plainKnown = new WeakMap<Tokenizer, ReadTokens>();

type Reading = {
  readonly known: WeakMap<Tokenizer, ReadTokens>;
  readonly tokenBytes: (id: number) => Uint8Array;
};

function readTokens(tokenizer: Tokenizer, { known, tokenBytes }: Reading): ReadTokens {
  const tokens = known.get(tokenizer) ?? {
    tokenBytes,
    vocabulary: vocabularyOf({ size: tokenizer.vocabSize, bytesOf: tokenBytes }),
  };
  known.set(tokenizer, tokens);
  return tokens;
}

const NO_BYTES = new Uint8Array();

type ToolShape = { name: string; parameters: unknown };

function allowedTools(
  tools: GenerationRequest["tools"],
  choice: "required" | { readonly name: string },
): ToolShape[] {
  const all = tools.map(toolShape);
  const allowed = choice === "required" ? all : all.filter(({ name }) => name === choice.name);
  if (allowed.length > 0) return allowed;
  const text =
    choice === "required"
      ? "tool_choice is required, but tools is empty; name at least one tool"
      : `tool_choice names the tool ${choice.name}, which is not among tools`;
  throw new Rejected(text, { param: "tool_choice" });
}

function toolShape(tool: Readonly<Record<string, unknown>>): ToolShape {
  const inner: unknown = tool.function ?? tool;
  if (typeof inner !== "object" || inner === null || !("name" in inner) || typeof inner.name !== "string")
    throw new Rejected("Each of tools needs a function with a name", { param: "tools" });
  const parameters = "parameters" in inner ? inner.parameters : null;
  return { name: inner.name, parameters: parameters ?? NO_PARAMETERS };
}

/** A tool without parameters is called without arguments. */
const NO_PARAMETERS = { type: "object", additionalProperties: false };

function understood<T>(param: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnsupportedSchema) throw new Rejected(error.message, { param });
    throw error;
  }
}

/** Forbids the end before `minTokens` tokens, on top of what `inner` says. */
function minimumConstraint(
  { minTokens, endTokenIds }: { minTokens: number; endTokenIds: ReadonlySet<number> },
  inner: TokenConstraint | undefined,
): TokenConstraint {
  let count = 0;
  const mayEnd = (tokenId: number) => count >= minTokens || !endTokenIds.has(tokenId);
  return {
    ...(inner?.allowed ? { allowed: () => inner.allowed?.().filter(mayEnd) ?? [] } : {}),
    allows: (tokenId) => mayEnd(tokenId) && (inner?.allows(tokenId) ?? true),
    accept: (tokenId) => {
      count++;
      inner?.accept(tokenId);
    },
  };
}

/**
 * One constraint after the other. Each part is made with `PART_END` as its only end token. A token belongs wholly to one part; the next
 * part begins once the current one may end and the token fits the next. Real end tokens are allowed
 * where the current part and all after it may end.
 */
function sequenceConstraint(
  parts: readonly TokenConstraint[],
  endTokenIds: ReadonlySet<number>,
): TokenConstraint {
  let at = 0;
  /** The part of a token: the current one if it accepts the token, else the next. */
  const partOf = (tokenId: number): number | null => {
    for (let i = at; i < parts.length; i++) {
      const part = parts[i];
      if (part?.allows(tokenId)) return i;
      if (!part?.allows(PART_END)) return null;
    }
    return null;
  };
  const left = () => parts.slice(at);
  const allowed = () => {
    const ids = new Set<number>();
    for (const part of left()) {
      for (const id of part.allowed?.() ?? []) if (id !== PART_END && !endTokenIds.has(id)) ids.add(id);
      if (!part.allows(PART_END)) return [...ids];
    }
    return [...ids, ...endTokenIds];
  };
  return {
    ...(parts.every((part) => part.allowed) ? { allowed } : {}),
    allows: (tokenId) =>
      endTokenIds.has(tokenId) ? left().every((part) => part.allows(PART_END)) : partOf(tokenId) !== null,
    accept: (tokenId) => {
      if (endTokenIds.has(tokenId)) return;
      at = partOf(tokenId) ?? at;
      parts[at]?.accept(tokenId);
    },
  };
}
