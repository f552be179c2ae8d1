import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

/** Replies with labels or rewards have no form there, and without them a bad reply would be learned like a good one. */
const UNWRITTEN = ["kto", "reward"] as const;
type WrittenKind = Exclude<DatasetKind, (typeof UNWRITTEN)[number]>;

export function isWrittenKind(kind: DatasetKind): kind is WrittenKind {
  return !UNWRITTEN.some((one) => one === kind);
}

type Row = Record<string, unknown>;

/** A row as the fine-tuning of OpenAI takes it: supervised, a preference, or something to answer. What it does not know, such as the weight, is left out. */
export function openAiRow(kind: WrittenKind, row: Row): Row {
  const {
    messages,
    prompt,
    tools,
    chosen,
    rejected,
    margin,
    row_id: _,
    split: __,
    weight: ___,
    ...own
  } = row;
  const offered = tools === undefined || tools === null ? {} : { tools };
  switch (kind) {
    case "sft":
      return { messages, ...offered };
    case "preference":
      return {
        input: { messages: prompt, ...offered },
        preferred_output: chosen,
        non_preferred_output: rejected,
        // Nothing but our own import reads it, and rows without it count as 1 there.
        ...(margin === 2 ? { margin } : {}),
      };
    case "prompts":
    case "eval":
      // Messages alone would come back as a conversation that lacks its reply.
      return { messages: prompt, ...offered, ...(Object.keys(own).length > 0 ? own : { reference: null }) };
  }
}
