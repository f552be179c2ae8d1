import { isDict } from "#lib/contract/fields.ts";

export type Usage = { readonly promptTokens: number; readonly completionTokens: number };

/** The usage that a completion reports, if any. */
export function usageIn({ usage }: Readonly<Record<string, unknown>>): Usage | null {
  if (!isDict(usage)) return null;
  return { promptTokens: countIn(usage.prompt_tokens), completionTokens: countIn(usage.completion_tokens) };
}

/** What another server counted may be anything. */
function countIn(value: unknown): number {
  return typeof value === "number" && value >= 0 && value < 2 ** 31 ? Math.round(value) : 0;
}
