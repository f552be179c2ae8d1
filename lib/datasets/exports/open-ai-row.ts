import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

type Row = Record<string, unknown>;

/** A row as the fine-tuning of OpenAI takes it: supervised, a preference, or something to answer. What it does not know, such as the weight, is left out. */
export function openAiRow(kind: DatasetKind, row: Row): Row {
  const { messages, prompt, tools, chosen, rejected, reference } = row;
  const offered = tools === undefined || tools === null ? {} : { tools };
  switch (kind) {
    case "sft":
      return { messages, ...offered };
    case "preference":
      return {
        input: { messages: prompt, ...offered },
        preferred_output: chosen,
        non_preferred_output: rejected,
      };
    case "prompts":
      return { messages: prompt, ...offered, ...(reference === undefined ? {} : { reference }) };
  }
}
