import { expect, test } from "vitest";
import { FEEDBACK_FIELDS, queryFeedback } from "#lib/contract/traces/feedback.ts";
import {
  aNote,
  aReviewer,
  feedbackRows,
  type Reviewer,
  sendBatch,
  someFeedback,
  storedIds,
} from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryFeedback);

type Answer = { result: Record<string, unknown>[]; total_count: number };

async function query({ project, caller }: Reviewer, body: Record<string, unknown>) {
  const response = await api.send(caller, {
    path: "/feedback/query",
    body: { project_id: project.path, ...body },
  });
  return { status: response.status, body: (await response.json()) as Answer & { reason?: string } };
}

async function found(place: Reviewer, body: Record<string, unknown>): Promise<unknown[]> {
  return (await query(place, body)).body.result.map(({ id }) => id);
}

const equals = (path: string, literal: unknown) => ({ $eq: [{ $getField: path }, { $literal: literal }] });
const where = (expression: object) => ({ query: { $expr: expression } });

test("a row has every column, under both spellings of the two renamed ones", async () => {
  const place = await aReviewer(api);
  await sendBatch(api, place.caller, [aNote(place.project, { id: "one" })]);
  const { body } = await query(place, {});
  expect(body.total_count).toBe(1);
  const [row] = body.result;
  expect(Object.keys(row ?? {}).sort()).toEqual([...FEEDBACK_FIELDS, "svc_user_id", "tracing_ref"].sort());
  expect(row).toMatchObject({
    id: "one",
    project_id: place.project.path,
    payload: { note: "Good answer" },
    svc_user_id: place.caller.userId,
    creator: null,
    queue_id: null,
    scorer_tags: [],
    span_status_code: "UNSET",
  });
});

test("fields are columns and paths below the payload", async () => {
  const place = await aReviewer(api);
  const payload = { a: { b: [1, "nul\u0000"] }, c: null };
  await sendBatch(api, place.caller, [someFeedback(place.project, payload, { id: "one" })]);
  const { body } = await query(place, { fields: ["id", "payload.a.b", "payload.a.b.1", "payload.x.y"] });
  expect(body.result).toEqual([
    { id: "one", "payload.a.b": [1, "nul\u0000"], "payload.a.b.1": "nul\u0000", "payload.x.y": null },
  ]);
  const refs = await query(place, { fields: ["tracing_ref"] });
  expect(Object.keys(refs.body.result[0] ?? {}).sort()).toEqual(["tracing_ref", "weave_ref"]);
});

test("an unknown field is refused and the known ones are named, in fields and in conditions", async () => {
  const place = await aReviewer(api);
  for (const field of ["content_hash", "user_id", "payloadx", "__proto__", "constructor", "id; drop table"]) {
    const inFields = await query(place, { fields: [field] });
    expect([inFields.status, inFields.body.reason]).toEqual([400, expect.stringContaining("feedback_type")]);
    const inQuery = await query(place, where(equals(field, 1)));
    expect([inQuery.status, inQuery.body.reason]).toEqual([400, expect.stringContaining("feedback_type")]);
  }
});

test("an order by an unknown field is refused", async () => {
  const place = await aReviewer(api);
  for (const field of ["payload", "content_hash", "ID", "payload->>'x'", "__proto__"])
    expect((await query(place, { sort_by: [{ field, direction: "asc" }] })).status, field).toBe(422);
  expect((await query(place, { sort_by: [{ field: "id", direction: "up" }] })).status).toBe(422);
  expect((await query(place, { limit: -1 })).status).toBe(422);
});

test("count(*) counts what matches", async () => {
  const place = await aReviewer(api);
  const notes = [1, 2, 3].map(() => aNote(place.project));
  const others = [1, 2, 3].map((n) => someFeedback(place.project, { n }));
  await storedIds(api, place.caller, [...notes, ...others]);
  const count = async (more: object) => (await query(place, { fields: ["count(*)"], ...more })).body;
  expect(await count({})).toEqual({ result: [{ "count(*)": 6 }], total_count: 6 });
  expect((await count(where(equals("feedback_type", "custom")))).total_count).toBe(3);
  expect((await query(place, { fields: ["count(*)", "id"] })).status).toBe(400);
});

test("reactions are found by their emoji and by its name", async () => {
  const place = await aReviewer(api);
  const reaction = (emoji: string) =>
    aNote(place.project, { id: emoji, feedback_type: "wandb.reaction.1", payload: { emoji } });
  await storedIds(api, place.caller, [reaction("👍"), reaction("🎱")]);
  expect(await found(place, where(equals("payload.emoji", "👍")))).toEqual(["👍"]);
  expect(await found(place, where(equals("payload.alias", ":pool_8_ball:")))).toEqual(["🎱"]);
});

test("references are found under any scheme and either name", async () => {
  const place = await aReviewer(api);
  const ref = (scheme: string) => `${scheme}:///${place.project.path}/call/c1`;
  await storedIds(api, place.caller, [aNote(place.project, { id: "one", weave_ref: ref("weave") })]);
  for (const name of ["weave_ref", "tracing_ref"])
    expect(await found(place, where(equals(name, ref("trace"))))).toEqual(["one"]);
});

test("conditions reach the writer, the time, the scorer and the span", async () => {
  const place = await aReviewer(api);
  const runnable = {
    id: "one",
    feedback_type: "wandb.runnable.judge",
    payload: { output: 1 },
    runnable_ref: `weave:///${place.project.path}/object/judge:d`,
    scorer_ratings: { helpful: 4.5 },
    span_agent_name: "bot",
  };
  await storedIds(api, place.caller, [aNote(place.project, runnable), aNote(place.project, { id: "two" })]);
  const rating = { $convert: { input: { $getField: "scorer_ratings.helpful" }, to: "double" } };
  const conditions: [object, string[]][] = [
    [equals("svc_user_id", place.caller.userId), ["one", "two"]],
    [{ $gt: [{ $getField: "created_at" }, { $literal: "2020-01-01T00:00:00Z" }] }, ["one", "two"]],
    [{ $gte: [rating, { $literal: 4.5 }] }, ["one"]],
    [equals("span_agent_name", "bot"), ["one"]],
    [equals("span_agent_name", ""), ["two"]],
    [equals("span_status_code", "UNSET"), ["one", "two"]],
    [equals("project_id", place.project.path), ["one", "two"]],
    [equals("queue_id", null), ["one", "two"]],
  ];
  for (const [condition, ids] of conditions)
    expect(await found(place, where(condition)), JSON.stringify(condition)).toEqual(ids);
});

test("a payload with NUL is searched without an error", async () => {
  const place = await aReviewer(api);
  await storedIds(api, place.caller, [
    someFeedback(place.project, { a: "x\u0000y", "\ud800": 1 }, { id: "one" }),
    someFeedback(place.project, { a: "xy" }, { id: "two" }),
  ]);
  expect(await found(place, where(equals("payload.a", "x\u0000y")))).toEqual(["one"]);
  expect(await found(place, { sort_by: [{ field: "payload.a", direction: "desc" }] })).toHaveLength(2);
});

test("an order by the payload puts numbers before texts and rows without the value last", async () => {
  const place = await aReviewer(api);
  const values = {
    none: {},
    ten: { v: 10 },
    nine: { v: 9 },
    text: { v: "a" },
    other: { v: "B" },
    empty: { v: null },
  };
  await storedIds(
    api,
    place.caller,
    Object.entries(values).map(([id, payload]) => someFeedback(place.project, payload, { id })),
  );
  const order = (direction: string) => found(place, { sort_by: [{ field: "payload.v", direction }] });
  expect(await order("asc")).toEqual(["nine", "ten", "other", "text", "empty", "none"]);
  expect(await order("desc")).toEqual(["ten", "nine", "text", "other", "empty", "none"]);
});

test("pages follow each other without gaps and include the total", async () => {
  const place = await aReviewer(api);
  const ids = Array.from({ length: 7 }, (_, i) => `n${i}`);
  await storedIds(
    api,
    place.caller,
    ids.map((id) => aNote(place.project, { id })),
  );
  const pages = [];
  for (const offset of [0, 3, 6, 9]) {
    const { body } = await query(place, { limit: 3, offset });
    expect(body.total_count).toBe(7);
    pages.push(...body.result.map(({ id }) => id));
  }
  expect(pages).toEqual(ids);
  expect((await query(place, { limit: 0 })).body).toEqual({ result: [], total_count: 7 });
});

test("an annotator sees their own feedback alone, and another project's is never seen", async () => {
  const [place, foreign] = [await aReviewer(api), await aReviewer(api)];
  const annotator = await api.aCaller(place.project, "annotator");
  await storedIds(api, place.caller, [aNote(place.project, { id: "theirs" })]);
  await storedIds(api, annotator, [aNote(place.project, { id: "mine" })]);
  await storedIds(api, foreign.caller, [aNote(foreign.project, { id: "foreign" })]);
  const ids = async (reviewer: Reviewer) => (await feedbackRows(api, reviewer)).map(({ id }) => id);
  expect(await ids(place)).toEqual(["theirs", "mine"]);
  expect(await ids({ ...place, caller: annotator })).toEqual(["mine"]);
  const counted = await query({ ...place, caller: annotator }, { fields: ["count(*)"] });
  expect(counted.body.total_count).toBe(1);
});
