import type { Ctx } from "#lib/access/context.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import { ROW_NOTES } from "#lib/contract/datasets/row-notes.ts";
import { type Assembled, assembleRows } from "#lib/datasets/assemble/assemble-rows.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import type { EvidenceOf } from "#lib/datasets/candidate.ts";
import { type BuiltCandidates, buildCandidates } from "#lib/datasets/sources/build-candidates.ts";
import { type ReadSources, readSources, type SourcesAsked } from "#lib/datasets/sources/read-sources.ts";
import { leftOutOf } from "./left-out-of.internal.ts";

/** What a recipe gives, before any of it is stored. */
export type Composed = Assembled &
  Pick<ReadSources, "asOf" | "heardUntil" | "isSampled"> & {
    counts: DatasetCounts;
    /** What was not taken because it was retracted. */
    leftOut: readonly EvidenceOf[];
    /** Whether a source says of some of its rows whether they are held out. */
    isSplitGiven: boolean;
  };

/** Reads the sources at one moment, and then works without holding anything of the database. */
export async function composeVersion(
  ctx: Pick<Ctx, "db" | "project" | "actor">,
  asked: SourcesAsked,
): Promise<Composed> {
  return composeRead(await readSources(ctx, asked), asked);
}

/** What was read, made into rows and rejections. */
export async function composeRead(
  { asOf, heardUntil, sources, guarded, isSampled }: ReadSources,
  asked: Pick<SourcesAsked, "kind" | "recipe">,
): Promise<Composed> {
  const built = await buildCandidates(sources, asked);
  const assembled = await assembleRows({ ...built, guarded }, asked.recipe);
  const items = sources.reduce((sum, one) => sum + one.items.length, 0);
  const counts = countsOf(items, built, assembled);
  const isSplitGiven = built.units.some(({ isHeldOut }) => isHeldOut !== undefined);
  return { ...assembled, asOf, heardUntil, isSampled, counts, isSplitGiven, leftOut: leftOutOf(sources) };
}

function countsOf(
  items: number,
  built: BuiltCandidates,
  { rows, rejections, secrets }: Assembled,
): DatasetCounts {
  const rejectedBy = Map.groupBy(rejections, ({ reason }) => reason);
  const posteriors = rows.flatMap(({ posterior }) => posterior ?? []);
  const doubt = posteriors.reduce((sum, posterior) => sum + 1 - posterior, 0);
  const heldOut = rows.filter(({ split }) => split === "held_out");
  return {
    items,
    candidates: built.candidates.length,
    train: rows.length - heldOut.length,
    heldOut: heldOut.length,
    heldOutUnits: unitsIn(heldOut),
    rejected: rejections.length,
    rejectedBy: Object.fromEntries([...rejectedBy].map(([reason, all]) => [reason, all.length])),
    conflicts: conflictsOf(rows),
    missingCalls: missingIn(rows),
    answers: built.annotators.reduce((sum, { answers }) => sum + answers, 0),
    expectedWrongShare: posteriors.length === 0 ? null : doubt / posteriors.length,
    annotators: [...built.annotators],
    secrets: Object.fromEntries(secrets),
    notes: notesIn(rows),
  };
}

function unitsIn(rows: Assembled["rows"]): number {
  const answers = rows.map(({ keys: unitKeys }, at) => ({ rowDigest: String(at), unitKeys }));
  return new Set(answers.map(unitsOf(answers))).size;
}

function missingIn(rows: Assembled["rows"]): DatasetCounts["missingCalls"] {
  const missing = rows.filter(({ missingCalls }) => missingCalls > 0);
  return {
    rows: missing.length,
    calls: missing.reduce((sum, { missingCalls }) => sum + missingCalls, 0),
    earlierRows: missing.filter(({ missingCalls, earlierCalls }) => missingCalls === earlierCalls).length,
  };
}

function notesIn(rows: Assembled["rows"]): Record<string, number> {
  const noted = Map.groupBy(
    rows.flatMap(({ notes }) => notes),
    (note) => note,
  );
  return Object.fromEntries(
    ROW_NOTES.flatMap((note) => {
      const all = noted.get(note);
      return all ? [[note, all.length]] : [];
    }),
  );
}

function conflictsOf(rows: Assembled["rows"]): DatasetCounts["conflicts"] {
  const conflicting = rows.flatMap(({ conflict }) => conflict ?? []);
  return { prompts: new Set(conflicting).size, rows: conflicting.length };
}
