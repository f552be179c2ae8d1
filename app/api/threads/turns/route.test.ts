import { expect, test } from "vitest";
import { addQueueItems } from "#lib/contract/annotation/queues.ts";
import { queryTurns } from "#lib/contract/traces/threads.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder, aStart, recordCalls } from "#lib/testing/data/call-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, queryTurns);

test("a turn's row has its facts and what was asked, and none of its documents", async () => {
  const place = await aRecorder(api);
  const { project, caller } = place;
  const [id = ""] = await recordCalls(api, place, [
    {
      id: "turn",
      thread_id: "t",
      turn_id: "turn",
      display_name: "Greeting",
      inputs: {
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "Hi!" },
          { role: "user", content: [{ type: "text", text: "And now?" }] },
        ],
      },
      summary: { usage: { tiny: { input_tokens: 3, output_tokens: 4 } } },
    },
    { thread_id: "t", turn_id: "turn", exception: "tool failed" },
  ]);
  const thumb = { feedback_type: "wandb.reaction.1", payload: { emoji: "👎" } };
  await storedIds(api, caller, [
    aNote(project, { weave_ref: `weave:///${project.path}/call/${id}`, ...thumb }),
  ]);
  const { queueId } = await aQueueIn(api, place, "Checks");
  await api.call(caller, addQueueItems, {
    projectId: project.path,
    queueId,
    callIds: [id],
    displayFields: [],
  });

  const body = { project_id: project.path, thread_id: "t" };
  expect(await (await api.send(caller, { path: "/threads/turns", body })).json()).toEqual({
    total: 1,
    turns: [
      {
        id,
        op_name: "answer",
        display_name: "Greeting",
        started_at: "2026-01-01T00:00:00.000Z",
        ended_at: "2026-01-01T00:01:00.000Z",
        duration_ms: 60_000,
        is_undated: false,
        tokens: 7,
        has_error: false,
        failed_inside: 1,
        feedback: 1,
        thumbs_up: 0,
        thumbs_down: 1,
        own_thumb: "down",
        queues: [{ id: queueId, name: "Checks" }],
        preview: "And now?",
      },
    ],
  });
});

test("a thumb is one's own for its giver alone, and the last one given counts", async () => {
  const place = await aRecorder(api);
  const { project, caller } = place;
  const [id = ""] = await recordCalls(api, place, [{ id: "turn", thread_id: "t", turn_id: "turn" }]);
  const give = (emoji: string) =>
    storedIds(api, caller, [
      aNote(project, {
        weave_ref: `weave:///${project.path}/call/${id}`,
        feedback_type: "wandb.reaction.1",
        payload: { emoji },
      }),
    ]);
  await give("👎");
  await give("👍🏽");
  const other = await api.aCaller(project, "viewer");
  const read = async (reader: Caller) => {
    const input = { projectId: project.path, threadId: "t", limit: 1, offset: 0 };
    return (await api.call(reader, queryTurns, input)).turns[0];
  };
  expect(await read(caller)).toMatchObject({ ownThumb: "up", thumbsUp: 1, thumbsDown: 1 });
  expect(await read(other)).toMatchObject({ ownThumb: null, thumbsUp: 1, thumbsDown: 1 });
});

test("windows of a long thread follow each other without gaps, whatever the ids", async () => {
  const place = await aRecorder(api);
  const times = Array.from({ length: 230 }, (_, i) => `2026-01-01T00:00:0${Math.floor(i / 50)}Z`);
  const ids = await recordCalls(
    api,
    place,
    times.map((time) => {
      const id = newId().split("").reverse().join("");
      return { id, thread_id: "t", turn_id: id, started_at: time, ended_at: time };
    }),
  );
  const order = ids.map((id, i) => `${times[i]} ${id}`).sort();
  const window = (offset: number) =>
    api.call(place.caller, queryTurns, { projectId: place.project.path, threadId: "t", limit: 100, offset });
  const [first, second, third] = [await window(0), await window(100), await window(200)];
  expect([first, second, third].map(({ total }) => total)).toEqual([230, 230, 230]);
  const found = [first, second, third].flatMap(({ turns }) => turns);
  expect(found.map(({ id, startedAt }) => `${startedAt.replace(".000", "")} ${id}`)).toEqual(order);
});

test("a turn that still runs has no end and no duration", async () => {
  const { project, caller } = await aRecorder(api);
  const start = aStart(project, { id: "r", thread_id: "t", turn_id: "r" });
  expect((await api.send(caller, { path: "/call/start", body: { start } })).status).toBe(200);
  const { turns } = await api.call(caller, queryTurns, {
    projectId: project.path,
    threadId: "t",
    limit: 10,
    offset: 0,
  });
  expect(turns).toMatchObject([{ id: "r", endedAt: null, durationMs: null, hasError: false, tokens: null }]);
});

test("a thread that does not exist has no turns", async () => {
  const { project, caller } = await aRecorder(api);
  const body = { project_id: project.path, thread_id: "nothing" };
  expect(await (await api.send(caller, { path: "/threads/turns", body })).json()).toEqual({
    total: 0,
    turns: [],
  });
});
