import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { blocksOfWork } from "#lib/testing/blocks-of-work.ts";
import { aDesk, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { itemsAfter, saidOfItems } from "./items-with-evidence.ts";

const api = startHarness();
const FIELD = "field";

/** A queue in which two people answered so many items, as the database has it a moment later. */
async function anAnsweredQueue(items: number): Promise<DeskPlace> {
  const desk = await aDesk(api, { items: 0, people: 2 });
  const { project, queueId } = desk;
  const numbers = sql`generate_series(1, ${items}::int) as n`;
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    select ${project.id} || n, ${project.id}, ${queueId}, ${project.id} || n, now(), 'op', 'trace', '{}', 'u' from ${numbers}`);
  for (const { userId } of desk.people) {
    await api.db.query(sql`
      insert into feedback (project_id, id, weave_ref, call_id, feedback_type, payload, user_id, annotation_ref, queue_id, content_hash)
      select ${project.id}, ${userId} || n, 'weave:///x', ${project.id} || n, 'wandb.annotation.x', '{"value": "yes"}', ${userId}, ${FIELD}, ${queueId}, ''
      from ${numbers}`);
    await api.db.query(sql`
      insert into item_progress (project_id, item_id, annotator_id, queue_id, state, finished_at)
      select ${project.id}, ${project.id} || n, ${userId}, ${queueId}, 'completed', now() from ${numbers}`);
  }
  return desk;
}

test("a stretch of items reads what was said of them, and not the whole queue for each, also where what was counted says nothing of the project", async () => {
  await anAnsweredQueue(200);
  await api.asOwner(sql`analyze`);
  const { project, queueId } = await anAnsweredQueue(3_000);
  const place = { projectId: project.id, queueId };
  const { result, blocks } = await blocksOfWork(api.db, async (db) => {
    const items = await itemsAfter(db, place, { after: null, limit: 100 });
    return saidOfItems(db, place, { items, wanted: { kind: "field", refs: [FIELD] } });
  });
  expect(result).toHaveLength(200);
  expect(result.every(({ value }) => value === "yes")).toBe(true);
  expect(blocks).toBeLessThan(6_000);
});
