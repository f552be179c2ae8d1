import { countOf } from "#components/ui/text/format.ts";
import type { buildDatasetVersion, DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { countsWords, leftOut } from "./dataset-texts.ts";

export type Built = ReplyOf<typeof buildDatasetVersion>;

type Counted = Pick<DatasetVersion, "number" | "counts">;

type BuiltWords = { title: string; detail: string; tone: "success" | "neutral" };

/** What a build gave, beside the version that was the newest until then. Rows that it dropped are a change, though their rest may be a version that there was. */
export function builtWords(
  { version, isNew, counts }: Pick<Built, "isNew" | "counts"> & { version: Counted },
  before: Counted | null,
): BuiltWords {
  const name = `v${version.number}`;
  const held = countsWords(counts);
  if (isNew) return { title: `${name} was built`, detail: held, tone: "success" };
  if (before && before.number !== version.number)
    return {
      title: `The rows are those of ${name} again`,
      detail: `${rowsAgainst(version, before)} · ${held}`,
      tone: "success",
    };
  const dropped = leftOut(counts).rejected - leftOut(version.counts).rejected;
  if (dropped > 0)
    return {
      title: `No new rows since ${name}`,
      detail: `${countOf(dropped, "more was", "more were")} rejected · ${held}`,
      tone: "neutral",
    };
  return { title: `Nothing has changed since ${name}`, detail: held, tone: "neutral" };
}

/** `2 rows fewer than v1` */
function rowsAgainst(version: Counted, before: Counted): string {
  const more = rowsOf(version) - rowsOf(before);
  if (more === 0) return `As many rows as v${before.number}, but others`;
  return `${countOf(Math.abs(more), "row")} ${more > 0 ? "more" : "fewer"} than v${before.number}`;
}

function rowsOf({ counts: { train, heldOut } }: Counted): number {
  return train + heldOut;
}
