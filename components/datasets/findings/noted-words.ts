import type { previewDataset } from "#lib/contract/datasets/dataset-versions.ts";
import { isSecret } from "#lib/contract/datasets/row-notes.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { placesWords, placeWords } from "./place-words.ts";

type Noted = Pick<ReplyOf<typeof previewDataset>, "notedAt"> & {
  counts: Pick<ReplyOf<typeof previewDataset>["counts"], "notes">;
};

/** ` (lines 4 and 7)` of the rows of a file that hold secrets, or have an empty message; nothing where it is not known. */
export function notedWords({ counts, notedAt }: Noted, which: "secret" | "empty"): string {
  const meant = notedAt.filter(({ note }) => isSecret(note) === (which === "secret"));
  const places = distinct(meant.flatMap((one) => one.places));
  const areAll = meant.every(({ note, places: some }) => some.length === counts.notes?.[note]);
  const words = placesWords(places, areAll ? places.length : places.length + 1);
  return words === null ? "" : ` (${words})`;
}

type Conflicting = Pick<ReplyOf<typeof previewDataset>, "conflictsAt"> & {
  counts: Pick<ReplyOf<typeof previewDataset>["counts"], "conflicts">;
};

/** The same of rows that contradict each other. */
export function conflictPlaces({ counts, conflictsAt }: Conflicting): string {
  const words = placesWords(conflictsAt, counts.conflicts?.rows ?? 0);
  return words === null ? "" : ` (${words})`;
}

/** A row may have several notes. */
function distinct(places: readonly RowPlace[]): RowPlace[] {
  const byWords = new Map(places.map((place) => [placeWords(place), place]));
  return [...byWords.values()].toSorted((a, b) => (a.name === b.name ? a.number - b.number : 0));
}
