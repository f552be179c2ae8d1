import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { blocksRead } from "#lib/testing/blocks-read.ts";
import { aQueue, type QueuePlace } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { answeredRefs } from "./answered-refs.internal.ts";

const api = startHarness();

/** Answers as a queue collects them, to each of these fields so many. */
async function answer({ project, queueId }: QueuePlace, refs: readonly (string | null)[], count: number) {
  await api.db.query(sql`
    insert into feedback (project_id, id, weave_ref, feedback_type, payload, user_id, annotation_ref, queue_id, content_hash)
    select ${project.id}, ${newId()} || ref || n, 'weave:///x', 'note', '{}', 'u', nullif(ref, ''), ${queueId}, ''
    from unnest(${refs.map((ref) => ref ?? "")}::text[]) as ref, generate_series(1, ${count}::int) as n`);
}

test("each field that was answered in the queue is named once, in order, and what is no answer to a field is not", async () => {
  const [place, other] = [await aQueue(api), await aQueue(api)];
  const refsOf = async ({ project, queueId }: QueuePlace) =>
    (await api.db.query(answeredRefs(project.id, queueId))).map(({ ref }) => ref);
  expect(await refsOf(place)).toEqual([]);
  await answer(place, ["b", null, "a", "c"], 3);
  await answer(other, ["d"], 1);
  expect(await refsOf(place)).toEqual(["a", "b", "c"]);
  expect(await refsOf(other)).toEqual(["d"]);
  expect(await refsOf({ ...place, queueId: other.queueId })).toEqual([]);
});

test("a queue of many answers costs as little as one of few, also before anything counted the table", async () => {
  const place = await aQueue(api);
  await answer(place, ["a", "b", null], 5_000);
  expect(await blocksRead(api.db, answeredRefs(place.project.id, place.queueId))).toBeLessThan(50);
});
