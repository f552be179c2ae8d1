import { cancelledWords } from "#components/datasets/retract/going-jobs.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { Rerouted } from "./reroute-queries.ts";

/** What a preview says, a sentence for each thing that would happen. */
export function rerouteSentences(
  { openedCount, keptDecidedCount, keptAnsweredCount, releasedCount, ...people }: Rerouted,
  name: string,
): string[] {
  const { annotatorIds, annotatorIdsBefore } = people;
  const isNowNamed = annotatorIdsBefore.length === 0 && annotatorIds.length > 0;
  return [
    `${countOf(openedCount, "item")} ${openedCount === 1 ? "goes" : "go"} back to the queue.`,
    ...stays(keptDecidedCount, "a lead decided"),
    ...stays(keptAnsweredCount, "others have settled"),
    ...(releasedCount > 0
      ? [`${countOf(releasedCount, "reservation")} of ${name} ${releasedCount === 1 ? "ends" : "end"}.`]
      : []),
    `${name} gets no more items of this queue.`,
    ...(isNowNamed
      ? [
          `It is open to everyone now and will name ${countOf(annotatorIds.length, "annotator")}; who joins later must be named in its settings.`,
        ]
      : []),
  ];
}

/** What was done, and what its undoing does not undo. */
export function doneWords(
  done: Rerouted,
  { name, cancelsJobs }: { name: string; cancelsJobs: boolean },
): string {
  const stays = cancelsJobs ? "the items stay open and the jobs cancelled" : "the items stay open";
  return [
    `${countOf(done.openedCount, "item")} went back to it.`,
    ...(cancelsJobs ? [cancelledWords(done)] : []),
    `Undo lets ${name} annotate again; ${stays}.`,
  ].join(" ");
}

function stays(count: number, why: string): string[] {
  if (count === 0) return [];
  return [
    count === 1 ? `1 item stays because ${why} it.` : `${countOf(count, "item")} stay because ${why} them.`,
  ];
}
