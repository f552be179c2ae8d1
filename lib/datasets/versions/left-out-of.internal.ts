import type { EvidenceOf } from "#lib/datasets/candidate.ts";
import type { ReadSource } from "#lib/datasets/sources/read-sources.ts";

/** What a build does not take because it was retracted, each piece once. Where only questions are taken, no answer is asked. */
export function leftOutOf(sources: readonly ReadSource[]): EvidenceOf[] {
  const all = sources.flatMap(retractedIn);
  return [...new Map(all.map((one) => [`${one.kind} ${one.id} ${one.hash.toString("hex")}`, one])).values()];
}

function retractedIn(source: ReadSource): readonly EvidenceOf[] {
  if (source.kind === "rows")
    return source.items.flatMap(({ isRetracted, evidence }) => (isRetracted ? [evidence] : []));
  if (source.use?.used.use === "questions") return [];
  if (source.kind === "threads")
    return source.items.flatMap(({ turns }) => turns.flatMap(({ retracted }) => retracted));
  return source.items.flatMap(({ retracted = [] }) => retracted);
}
