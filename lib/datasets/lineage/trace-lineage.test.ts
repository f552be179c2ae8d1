import { expect, test } from "vitest";
import { actingFor } from "#lib/access/acting-for.ts";
import { findProject } from "#lib/access/permissions/require-project.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { blocksOfWork } from "#lib/testing/blocks-of-work.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { traceLineage } from "./trace-lineage.ts";

const api = startHarness();

type Place = { project: TestProject; caller: Caller; userId: string };

/** A version built from what one person said, and copies of it with so many rows more, as large builds leave them. */
async function aSpeaker(copies: number, rows: number): Promise<Place> {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  await review.say(0, 0, { intent: "refund" });
  const { project, caller } = review.desk;
  const dataset = await aDataset(api, review.desk, intentRecipe(review, {}, { split: { held_out: 0 } }));
  const { version } = await aVersion(api, review.desk, dataset.id);
  const place = { project, caller, userId: review.desk.person(0).userId };
  for (let copy = 1; copy <= copies; copy++) await copyWithRows(place, { versionId: version.id, copy, rows });
  return place;
}

type Copied = { versionId: string; copy: number; rows: number };

async function copyWithRows({ project, userId }: Place, { versionId, copy, rows }: Copied): Promise<void> {
  const id = newId();
  const positions = sql`generate_series(0, ${rows}::int - 1) as n`;
  await api.db.query(sql`
    insert into dataset_version (id, project_id, dataset_id, number, object_digest, table_digest, recipe, as_of, content_hash, counts, created_by)
    select ${id}, project_id, dataset_id, ${copy}::int, ${id}, table_digest, recipe, as_of, convert_to(${id}, 'UTF8'), counts, created_by
    from dataset_version where id = ${versionId}`);
  await api.db.query(sql`
    insert into dataset_row (project_id, version_id, position, row_digest, is_held_out)
    select ${project.id}, ${id}, n, 'row' || n, false from ${positions}`);
  await api.db.query(sql`
    insert into dataset_evidence (project_id, version_id, position, kind, evidence_id, user_id, content_hash)
    select ${project.id}, ${id}, n, kind, kind || n || ${project.id}, case when kind = 'answer' then ${userId} end, 'hash'
    from ${positions}, unnest(array['answer', 'call']) as kind`);
  await api.db.query(sql`
    insert into dataset_person (project_id, user_id, version_id, answer_count, row_count, train_count)
    values (${project.id}, ${userId}, ${id}, ${rows}, ${rows}, ${rows})`);
  await api.db.query(sql`
    insert into dataset_answer (project_id, user_id, kind, evidence_id)
    select ${project.id}, ${userId}, 'answer', 'answer' || n || ${project.id} from ${positions} on conflict do nothing`);
}

/** What was made of all that the person said, and what its statements cost. */
async function traced({ project, caller, userId }: Place) {
  const actor = await actingFor(api.db, { userId: caller.userId, projectId: project.id, purpose: "a test" });
  const found = actor && (await findProject(api.db, actor, project.path));
  if (!actor || !found) throw new Error("The caller is not in the project");
  const { result, blocks } = await blocksOfWork(api.db, (db) =>
    traceLineage(
      { db, actor, project: found, requestId: "", signal: new AbortController().signal },
      {
        projectId: project.path,
        start: { kind: "annotator", id: userId },
        direction: "down",
        depth: 1000,
      },
    ),
  );
  return { counts: result.counts, blocks };
}

test("from a person to many rows no statement reads them all, also where what was counted says nothing of the project", async () => {
  await aSpeaker(2, 500);
  await api.asOwner(sql`analyze`);
  const [few, many] = [await traced(await aSpeaker(2, 500)), await traced(await aSpeaker(8, 2_000))];
  expect(few.counts).toMatchObject({ versions: 3, rows: 1_001 });
  expect(many.counts).toMatchObject({ versions: 9, rows: 16_001, answers: 2_001 });
  // Each of 16,000 rows read once would be 16,000 blocks and more.
  expect(many.blocks).toBeLessThan(2_500);
});
