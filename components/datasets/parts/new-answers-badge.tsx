import { Badge } from "#components/ui/button/badge.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

/** The service counts no further. */
const MOST_COUNTED = 1_000;

/** “+42 answers since v3”: what the next version would be built from as well. Nothing where there are none. */
export function NewAnswersBadge({
  dataset: { newAnswers, latestVersion },
}: {
  dataset: Pick<Dataset, "newAnswers" | "latestVersion">;
}) {
  if (!newAnswers || !latestVersion) return null;
  const count =
    newAnswers < MOST_COUNTED ? countOf(newAnswers, "answer") : `${formatCount(newAnswers)} answers or more`;
  return <Badge tone="accent">{`+${count} since v${latestVersion.number}`}</Badge>;
}
