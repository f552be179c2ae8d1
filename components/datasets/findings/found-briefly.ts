import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { conflictWords, labelledBy } from "./conflict-words.ts";
import { emptyWords, secretWords, unmarkedSecrets } from "./row-note-words.ts";

type Version = Pick<DatasetVersion, "number" | "counts" | "recipe" | "kind">;

/** What a build found in rows that a model is about to learn, as one sentence, and what its rows are narrowed to there; null where it found nothing. */
export function foundBriefly(version: Version): { words: string; search: string } | null {
  const found = [
    { words: secretWords(version.counts), narrow: "&note=secret" },
    { words: unmarkedSecrets(version), narrow: "" },
    { words: conflictWords(version.counts, labelledBy(version)), narrow: "&conflict=1" },
    { words: emptyWords(version.counts), narrow: "&note=empty" },
  ].filter(({ words }) => words !== null);
  const [first, ...more] = found;
  if (!first) return null;
  const search = `version=v${version.number}${more.length === 0 ? first.narrow : ""}`;
  return { words: `${found.map(({ words }) => words).join("; ")}.`, search };
}
