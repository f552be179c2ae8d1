import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

type Row = Record<string, unknown>;

/** A row as the fine-tuning of OpenAI takes it: supervised, or a preference. What it does not know, such as the weight, is left out. */
export function openAiRow(kind: DatasetKind, { messages, prompt, tools, chosen, rejected }: Row): Row {
  const offered = tools === undefined || tools === null ? {} : { tools };
  if (kind === "sft") return { messages, ...offered };
  return {
    input: { messages: prompt, ...offered },
    preferred_output: chosen,
    non_preferred_output: rejected,
  };
}
