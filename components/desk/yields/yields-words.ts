import { countOf } from "#components/ui/text/format.ts";
import type { ItemYield } from "#lib/contract/datasets/item-yields.ts";

/** What a row of such a dataset is called. */
export const NOUNS: { [K in ItemYield["kind"]]: string } = {
  sft: "row",
  preference: "pair",
  kto: "rating",
  reward: "reward",
  prompts: "prompt",
  eval: "test question",
};

/** `1 row · 2 pairs`, or why there is nothing. */
export function yieldsWords(yields: readonly Pick<ItemYield, "kind" | "rows" | "rejections">[]): string {
  const counts = new Map<string, number>();
  for (const { kind, rows } of yields)
    if (rows.length > 0) counts.set(NOUNS[kind], (counts.get(NOUNS[kind]) ?? 0) + rows.length);
  const counted = [...counts].map(([noun, count]) => countOf(count, noun));
  if (counted.length > 0) return counted.join(" · ");
  const why = yields.flatMap(({ rejections }) => rejections).find(({ reason }) => reason !== "no_answer");
  if (why?.reason === "asked_by_run") return "nothing: it rewards a reply of a training run";
  if (why?.reason === "retracted") return "nothing: your answers are retracted";
  return why ? `nothing: ${why.meaning.slice(0, 1).toLowerCase()}${why.meaning.slice(1)}` : "nothing yet";
}
