import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { ROW_NOTES } from "#lib/contract/datasets/row-notes.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { RejectedCandidate } from "#lib/datasets/assemble/assemble-rows.ts";
import { givenPlaces } from "#lib/datasets/sources/given-places.internal.ts";
import { type Composed, composeVersion } from "./compose-version.internal.ts";

type Endpoint = typeof contract.previewDataset;

/** What is read for a look, so that nobody waits for more than a second or two. */
export const MAX_ITEMS_OF_A_LOOK = 2_000;
const MAX_PER_REASON = 5;
/** Rows of each note, and of contradictions, of which it is said where they stand. */
const MAX_NOTED = 5;

export async function previewDataset(
  ctx: Ctx,
  { kind, recipe, limit }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const composed = await composeVersion(ctx, { kind, recipe, maxItems: MAX_ITEMS_OF_A_LOOK });
  return {
    counts: composed.counts,
    rows: composed.rows.slice(0, limit).map(({ split, value }) => ({ split, row: value })),
    rejections: firstOfEach(composed.rejections, MAX_PER_REASON),
    notedAt: await notedAt(ctx, composed),
    conflictsAt: await conflictsAt(ctx, composed),
    isSplitGiven: composed.isSplitGiven,
    isSampled: composed.isSampled,
  };
}

async function notedAt({ db, project }: Ctx, { rows }: Composed): Promise<ReplyOf<Endpoint>["notedAt"]> {
  const noted = ROW_NOTES.map((note) => ({
    note,
    ids: rows
      .filter(({ notes }) => notes.includes(note))
      .slice(0, MAX_NOTED)
      .map(({ value }) => String(value.row_id)),
  }));
  const known = await givenPlaces(
    db,
    project.id,
    noted.flatMap(({ ids }) => ids),
  );
  return noted.flatMap(({ note, ids }) => {
    const places = ids.flatMap((id) => known.get(id) ?? []);
    return places.length === 0 ? [] : [{ note, places }];
  });
}

async function conflictsAt({ db, project }: Ctx, { rows }: Composed): Promise<RowPlace[]> {
  const ids = rows
    .flatMap(({ conflict, value }) => (conflict === null ? [] : [{ conflict, id: String(value.row_id) }]))
    .toSorted((a, b) => a.conflict - b.conflict)
    .slice(0, MAX_NOTED)
    .map(({ id }) => id);
  const known = await givenPlaces(db, project.id, ids);
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** The first rejections of each reason. */
export function firstOfEach(rejections: Composed["rejections"], count: number): RejectedCandidate[] {
  return [...Map.groupBy(rejections, ({ reason }) => reason).values()].flatMap((all) => all.slice(0, count));
}
