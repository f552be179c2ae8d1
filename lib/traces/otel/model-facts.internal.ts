import { isDict } from "#lib/contract/fields.ts";
import type { AttributeTree } from "./find-attribute.internal.ts";
import type { JsonTexts } from "./json-texts.internal.ts";

const MODEL = [
  "gen_ai.response.model",
  "gen_ai.request.model",
  "llm.model_name",
  "ai.response.model",
  "ai.model.id",
];
const FACTS = {
  provider: ["gen_ai.provider.name", "llm.provider", "ai.model.provider", "gen_ai.system", "llm.system"],
  system: ["gen_ai.system", "llm.system"],
  operation: ["gen_ai.operation.name", "ai.operationId"],
  kind: ["openinference.span.kind", "traceloop.span.kind", "mlflow.spanType", "gen_ai.operation.name"],
} as const;

/** A call's attributes about the model of a span. The caller's own values in `wandb.attributes` win. */
export function modelFacts(attributes: AttributeTree, texts: JsonTexts): Record<string, unknown> {
  const own = texts.parsed(attributes.get("wandb.attributes"));
  const facts: Record<string, unknown> = { model: attributes.firstText(MODEL) };
  for (const [name, places] of Object.entries(FACTS)) facts[name] = attributes.firstText(places);
  const parameters = modelParameters(attributes, texts);
  if (Object.keys(parameters).length > 0) facts.model_parameters = parameters;
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...(isDict(own) ? own : {}) };
}

/** The request parameters of the model, such as temperature and the token limit, by the library's names. */
function modelParameters(attributes: AttributeTree, texts: JsonTexts): Record<string, unknown> {
  const { context: _, ...settings } = dictOf(attributes.get("ai.settings"));
  const { model: __, ...asked } = dictOf(attributes.get("gen_ai.request"));
  return { ...settings, ...dictOf(texts.parsed(attributes.get("llm.invocation_parameters"))), ...asked };
}

function dictOf(value: unknown): Record<string, unknown> {
  return isDict(value) ? value : {};
}

const PROMPT_TOKENS = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "llm.token_count.prompt",
  "ai.usage.inputTokens",
  "ai.usage.promptTokens",
];
const COMPLETION_TOKENS = [
  "gen_ai.usage.output_tokens",
  "gen_ai.usage.completion_tokens",
  "llm.token_count.completion",
  "ai.usage.outputTokens",
  "ai.usage.completionTokens",
];
const TOTAL_TOKENS = [
  "gen_ai.usage.total_tokens",
  "llm.usage.total_tokens",
  "llm.token_count.total",
  "ai.usage.totalTokens",
  "ai.usage.tokens",
];

/** Tokens by model, in the form of a call's summary; null if the span reports none. */
export function usageOf(attributes: AttributeTree): Record<string, Record<string, number>> | null {
  const prompt = countIn(attributes.first(PROMPT_TOKENS));
  const completion = countIn(attributes.first(COMPLETION_TOKENS));
  const total = countIn(attributes.first(TOTAL_TOKENS)) ?? sum(prompt, completion);
  if (total === null) return null;
  const counts = {
    requests: 1,
    ...(prompt === null ? {} : { prompt_tokens: prompt }),
    ...(completion === null ? {} : { completion_tokens: completion }),
    total_tokens: total,
  };
  const model = attributes.firstText(MODEL) ?? "unknown";
  // Made from entries, so that no model's name is more than a key.
  return Object.fromEntries([[model, counts]]);
}

function countIn(value: unknown): number | null {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0);
}
