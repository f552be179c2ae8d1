import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { requireSmallSchema } from "#lib/serving/generation/constraints/require-small-schema.ts";
import type { GenerationRequest, OutputForm } from "#lib/serving/generation/generation-request.ts";

/** `top_p` of 0 would leave no token; callers who send it mean the most likely token alone. */
const MIN_TOP_P = 1e-9;

/** Translates a chat completion request for the engine. Throws `Rejected` for unsupported fields. */
export function generationRequestOf(request: ChatRequest): GenerationRequest {
  requireDoable(request);
  const output = outputOf(request);
  if (output.kind === "json") requireSmallSchema(output.schema, schemaParam(request));
  // The parameter schemas of optional tools only go into the prompt; they do not constrain the reply.
  if (request.toolChoice === "required" || typeof request.toolChoice === "object")
    requireSmallSchema(request.tools, "tools");
  return {
    messages: request.messages,
    tools: request.tools ?? [],
    toolChoice: request.toolChoice ?? "auto",
    templateKwargs: request.chatTemplateKwargs ?? {},
    output,
    choices: request.n ?? 1,
    maxTokens: request.maxCompletionTokens ?? request.maxTokens ?? null,
    minTokens: request.minTokens ?? 0,
    temperature: request.temperature ?? 1,
    topP: Math.max(request.topP ?? 1, MIN_TOP_P),
    topK: Math.max(request.topK ?? 0, 0),
    minP: request.minP ?? 0,
    seed: request.seed ?? null,
    stopStrings: request.stop ?? [],
    keepsStopString: request.includeStopStrInOutput ?? false,
    stopTokenIds: request.stopTokenIds ?? [],
    ignoresEnd: request.ignoreEos ?? false,
    keepsSpecialTokens: request.skipSpecialTokens === false,
    logitBias: Object.entries(request.logitBias ?? {}).map(([id, bias]) => [Number(id), bias]),
    topLogprobs: request.topLogprobs ?? 0,
  };
}

/** Refuses unsupported fields: an answer that silently ignores one would look like a complete one. */
function requireDoable(request: ChatRequest): void {
  const { presencePenalty = 0, frequencyPenalty = 0, repetitionPenalty = 1 } = request;
  const undoable: [string, boolean][] = [
    ["presence_penalty", presencePenalty !== 0],
    ["frequency_penalty", frequencyPenalty !== 0],
    ["repetition_penalty", repetitionPenalty !== 1],
    ["structured_outputs.regex", request.structuredOutputs?.regex !== undefined],
    ["structured_outputs.grammar", request.structuredOutputs?.grammar !== undefined],
  ];
  for (const [param, isAsked] of undoable)
    if (isAsked)
      throw new Rejected(`The embedded engine does not support ${param}; leave it out`, {
        code: "unsupported_parameter",
        param,
      });
  requireDoablePromptLogprobs(request);
}

/** Of each chunk's reader nobody would expect a list as long as the prompt, and of each token not all the others. */
function requireDoablePromptLogprobs({ promptLogprobs, stream }: ChatRequest): void {
  const refused = { code: "unsupported_parameter", param: "prompt_logprobs" };
  if (promptLogprobs === undefined) return;
  if (promptLogprobs < 0)
    throw new Rejected(
      "The embedded engine does not give all tokens; ask for 0 to 20 prompt_logprobs",
      refused,
    );
  if (stream) throw new Rejected("prompt_logprobs are not given in a stream; leave out one of them", refused);
}

function outputOf({ responseFormat, structuredOutputs }: ChatRequest): OutputForm {
  if (structuredOutputs?.choice) return { kind: "oneOf", texts: structuredOutputs.choice };
  if (structuredOutputs?.json !== undefined)
    return { kind: "json", schema: schemaOf(structuredOutputs.json) };
  if (!responseFormat || responseFormat.type === "text") return { kind: "text" };
  if (responseFormat.type === "json_object") return { kind: "json", schema: null };
  const schema = responseFormat.jsonSchema?.schema;
  if (schema === undefined)
    throw invalidAt(["body", "response_format", "json_schema", "schema"], { type: "missing" });
  return { kind: "json", schema };
}

function schemaParam({ structuredOutputs }: ChatRequest): string {
  return structuredOutputs?.json === undefined ? "response_format" : "structured_outputs";
}

/** vLLM's clients also send a schema as text. */
function schemaOf(json: unknown): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    throw new Rejected("structured_outputs.json is a text that is not JSON", { param: "structured_outputs" });
  }
}
