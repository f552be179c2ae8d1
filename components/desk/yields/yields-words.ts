import { countOf } from "#components/ui/text/format.ts";
import type { ItemYield } from "#lib/contract/datasets/item-yields.ts";

/** `1 row · 2 pairs`, or why there is nothing. */
export function yieldsWords(yields: readonly Pick<ItemYield, "kind" | "rows" | "rejections">[]): string {
  const count = (kind: ItemYield["kind"]) =>
    yields.reduce((sum, one) => sum + (one.kind === kind ? one.rows.length : 0), 0);
  const [rows, pairs] = [count("sft"), count("preference")];
  const counted = [rows > 0 ? countOf(rows, "row") : [], pairs > 0 ? countOf(pairs, "pair") : []].flat();
  if (counted.length > 0) return counted.join(" · ");
  const why = yields.flatMap(({ rejections }) => rejections).find(({ reason }) => reason !== "no_answer");
  return why ? `nothing: ${why.meaning.slice(0, 1).toLowerCase()}${why.meaning.slice(1)}` : "nothing yet";
}
