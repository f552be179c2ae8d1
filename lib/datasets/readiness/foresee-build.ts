import type { Ctx } from "#lib/access/context.ts";
import { objectDigest } from "#lib/compat/objects/object-digest.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import {
  type BuildOutlook,
  MAX_LISTED,
  type QueueReadiness,
} from "#lib/contract/datasets/queue-readiness.ts";
import type { RowChange } from "#lib/contract/datasets/version-diff.ts";
import type { AssembledRow } from "#lib/datasets/assemble/assemble-rows.ts";
import { wordsAsked } from "#lib/datasets/rows/asked-in.ts";
import { readSources } from "#lib/datasets/sources/read-sources.ts";
import {
  comparison,
  countChanges,
  rowsAtHand,
  rowsOfVersion,
} from "#lib/datasets/versions/compare-rows.internal.ts";
import { type Composed, composeRead } from "#lib/datasets/versions/compose-version.internal.ts";
import { firstOfEach, MAX_ITEMS_OF_A_LOOK } from "#lib/datasets/versions/preview-dataset.ts";
import { columns, int, json, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { agreementIn } from "./agreement-in.ts";

type Foreseen = {
  agreement: QueueReadiness["agreement"];
  outlook: BuildOutlook;
  /** The rows to train on, each as one line of JSON. */
  lines: string[];
};

/** What a build of the dataset would give now, by the functions that build, and how far people agree on what it takes of a queue. Throws what keeps it from being built. */
export async function foreseeBuild(
  ctx: Pick<Ctx, "db" | "project" | "actor">,
  { kind, recipe, latestVersion }: Dataset,
  queueId: string,
): Promise<Foreseen> {
  const asked = { kind, recipe, maxItems: MAX_ITEMS_OF_A_LOOK };
  const read = await readSources(ctx, asked);
  const composed = await composeRead(read, asked);
  const { counts, isSampled, rejections } = composed;
  const trained = composed.rows.filter(({ split }) => split === "train");
  const changes =
    latestVersion && !isSampled ? await changesSince(ctx, { version: latestVersion, composed }) : null;
  const outlook = {
    counts,
    isSampled,
    labels: labelCounts(trained),
    conflicts: firstConflicts(composed.rows),
    rejections: firstOfEach(rejections, MAX_LISTED),
    changes,
  };
  return {
    agreement: agreementIn(read.sources, queueId),
    outlook,
    lines: trained.map(({ value }) => JSON.stringify(value)),
  };
}

function labelCounts(rows: readonly AssembledRow[]): BuildOutlook["labels"] {
  const labels = rows.flatMap(({ label }) => label ?? []);
  return [...Map.groupBy(labels, (label) => label)]
    .map(([label, all]) => ({ label, rows: all.length }))
    .toSorted((a, b) => b.rows - a.rows || (a.label < b.label ? -1 : 1));
}

function firstConflicts(rows: readonly AssembledRow[]): BuildOutlook["conflicts"] {
  const conflicting = rows.filter(({ conflict }) => conflict !== null);
  return [...Map.groupBy(conflicting, ({ conflict }) => conflict).values()]
    .slice(0, MAX_LISTED)
    .map((all) => ({
      asked: wordsAsked(all[0]?.value ?? {}),
      rows: all
        .slice(0, MAX_LISTED)
        .map(({ source, itemId, taught = "" }) => ({ source, itemId, label: taught })),
    }));
}

type Since = { version: { id: string; number: number }; composed: Composed };

async function changesSince(
  { db, project }: Pick<Ctx, "db" | "project">,
  { version, composed }: Since,
): Promise<NonNullable<BuildOutlook["changes"]>> {
  const rows = {
    before: rowsOfVersion(project.id, version.id),
    after: rowsAtHand(
      composed.rows.map(({ value }) => ({ digest: objectDigest(value), rowId: String(value.row_id) })),
    ),
  };
  const changed = await firstChanges(db, project.id, rows);
  return {
    against: version.number,
    ...(await countChanges(db, rows)),
    rows: changed.map(({ afterPosition, ...change }) => ({
      ...change,
      after: afterPosition === null ? null : (composed.rows[afterPosition]?.value ?? null),
    })),
  };
}

const CHANGE = columns({
  change: text<RowChange["change"]>(sql`c.change`),
  rowId: text(sql`c.row_id`),
  before: orNull(json<Record<string, unknown>>(sql`b.val`)),
  afterPosition: orNull(int(sql`c.after_position`)),
});

function firstChanges(db: Db, projectId: string, rows: Parameters<typeof comparison>[0]) {
  return db.query(sql`
    ${comparison(rows)}
    select ${CHANGE} from compared c
    left join table_row b on b.project_id = ${projectId} and b.digest = c.before_digest
    where c.change is not null
    order by c.after_position nulls last, c.before_position limit ${MAX_LISTED}`);
}
