import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { requireSmallSchema } from "#lib/serving/generation/constraints/require-small-schema.ts";
import type { GenerationRequest, OutputForm, Penalties } from "#lib/serving/generation/generation-request.ts";
import type { PromptEnd } from "#lib/serving/reading/text-to-read.ts";

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
    promptEnd: promptEndOf(request),
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
    penalties: penaltiesOf(request),
  };
}

/**
 * An answer that silently ignores a field would look like a complete one. Of each chunk's reader nobody would expect a list as long as the prompt, and of each token not all the
 * others.
 */
function requireDoable({ promptLogprobs, stream }: ChatRequest): void {
  const refused = { code: "unsupported_parameter", param: "prompt_logprobs" };
  if (promptLogprobs === undefined) return;
  if (promptLogprobs < 0)
    throw new Rejected(
      "The embedded engine does not give all tokens; ask for 0 to 20 prompt_logprobs",
      refused,
    );
  if (stream) throw new Rejected("prompt_logprobs are not given in a stream; leave out one of them", refused);
}

function penaltiesOf({
  presencePenalty,
  frequencyPenalty,
  repetitionPenalty,
}: ChatRequest): Penalties | null {
  const [presence, frequency, repetition] = [
    presencePenalty ?? 0,
    frequencyPenalty ?? 0,
    repetitionPenalty ?? 1,
  ];
  return presence === 0 && frequency === 0 && repetition === 1 ? null : { presence, frequency, repetition };
}

function promptEndOf({ addGenerationPrompt = true, continueFinalMessage = false }: ChatRequest): PromptEnd {
  if (!continueFinalMessage) return addGenerationPrompt ? "asks" : "messages";
  if (!addGenerationPrompt) return "continues";
  throw new Rejected(
    "continue_final_message continues the last message, so no prompt for another can follow it; set add_generation_prompt to false",
    { param: "add_generation_prompt" },
  );
}

function outputOf(request: ChatRequest): OutputForm {
  const forms = structuredForms(request);
  const [form, other] = forms;
  if (other)
    throw new Rejected(`A reply has one form, and ${form?.param} and ${other.param} are two`, {
      param: other.param,
    });
  if (form) return form.output;
  const { responseFormat } = request;
  if (!responseFormat || responseFormat.type === "text") return { kind: "text" };
  if (responseFormat.type === "json_object") return { kind: "json", schema: null };
  const schema = responseFormat.jsonSchema?.schema;
  if (schema === undefined)
    throw invalidAt(["body", "response_format", "json_schema", "schema"], { type: "missing" });
  return { kind: "json", schema };
}

type NamedForm = { readonly param: string; readonly output: OutputForm };

/** Forms as vLLM has them, under their newer or their older names. */
function structuredForms(request: ChatRequest): NamedForm[] {
  const { structuredOutputs: newer = {} } = request;
  const named = [
    ["structured_outputs", newer],
    [
      "guided",
      {
        json: request.guidedJson,
        choice: request.guidedChoice,
        regex: request.guidedRegex,
        grammar: request.guidedGrammar,
      },
    ],
  ] as const;
  const forms = named.flatMap(([prefix, { json, choice, regex, grammar }]): NamedForm[] => {
    const paramOf = (name: string) => (prefix === "guided" ? `guided_${name}` : `${prefix}.${name}`);
    return [
      ...(choice ? [{ param: paramOf("choice"), output: { kind: "oneOf", texts: choice } } as const] : []),
      ...(json === undefined
        ? []
        : [
            {
              param: paramOf("json"),
              output: { kind: "json", schema: schemaOf(json, paramOf("json")) },
            } as const,
          ]),
      ...(regex === undefined
        ? []
        : [{ param: paramOf("regex"), output: { kind: "regex", source: regex } } as const]),
      ...(grammar === undefined
        ? []
        : [{ param: paramOf("grammar"), output: { kind: "grammar", source: grammar } } as const]),
    ];
  });
  const anyObject = {
    param: "structured_outputs.json_object",
    output: { kind: "json", schema: null },
  } as const;
  return newer.jsonObject ? [...forms, anyObject] : forms;
}

function schemaParam(request: ChatRequest): string {
  const [form] = structuredForms(request);
  return form?.param.split(".")[0] ?? "response_format";
}

/** vLLM's clients also send a schema as text. */
function schemaOf(json: unknown, param: string): unknown {
  if (typeof json !== "string") return json;
  try {
    return JSON.parse(json);
  } catch {
    throw new Rejected(`${param} is a text that is not JSON`, { param });
  }
}
