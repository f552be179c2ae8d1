import { durationOf } from "#components/calls/parts/call-facts.ts";
import { countOf, formatDuration } from "#components/ui/text/format.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";

/** What a call says of itself in a line: its model, how long it took, how many tokens. */
export function factsOf(call: Call): string[] {
  const durationMs = durationOf(call);
  const tokens = tokensOf(call.summary);
  const model = modelOf(call);
  return [
    ...(model === null ? [] : [model]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(tokens === null ? [] : [countOf(tokens, "token")]),
  ];
}

function modelOf({ inputs, output, summary }: Pick<Call, "inputs" | "output" | "summary">): string | null {
  const [used] = Object.keys(dictOf(dictOf(summary).usage));
  const named = [dictOf(output).model, dictOf(inputs).model, used].find(
    (one) => typeof one === "string" && one !== "",
  );
  return typeof named === "string" ? named : null;
}

/** The sum over all models; programs name the counts in two ways. */
function tokensOf(summary: unknown): number | null {
  const counts = Object.values(dictOf(dictOf(summary).usage)).map((usage) => {
    const {
      total_tokens: total,
      prompt_tokens: prompt,
      completion_tokens: completion,
      input_tokens: read,
      output_tokens: written,
    } = dictOf(usage);
    if (typeof total === "number" && total > 0) return total;
    return [prompt, completion, read, written].reduce<number>(
      (sum, one) => sum + (typeof one === "number" ? one : 0),
      0,
    );
  });
  const sum = counts.reduce((before, one) => before + one, 0);
  return sum > 0 ? sum : null;
}

function dictOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
