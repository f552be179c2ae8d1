import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { deleteQueue } from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anAnnotationSpec } from "#lib/testing/data/feedback-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview, aReviewOfPairs, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.exportAnswers, async (place) => {
  const { item_id: _, ...at } = await anItemIn(api, place);
  return { ...at, format: "csv" };
});

async function download({ desk }: ReviewPlace, format: string, settings: { [name: string]: string } = {}) {
  const query = new URLSearchParams({ project_id: desk.projectId, format, ...settings });
  const path = `/annotation_queues/${desk.queueId}/answers?${query}`;
  const response = await api.send(desk.caller, { method: "GET", path });
  expect(response.status).toBe(200);
  return { headers: response.headers, text: await response.text() };
}

async function jsonRows(review: ReviewPlace): Promise<Record<string, unknown>[]> {
  const { text } = await download(review, "jsonl");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Reads CSV after RFC 4180, character by character. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  for (let at = 0; at < text.length; at++) {
    const [sign, next] = [text.charAt(at), text.charAt(at + 1)];
    if (sign === '"' && isQuoted && next === '"') cell += text.charAt(at++);
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "," || (sign === "\r" && next === "\n"))) {
      row.push(cell);
      cell = "";
      if (sign === ",") continue;
      rows.push(row);
      row = [];
      at++;
    } else cell += sign;
  }
  expect([row, cell, isQuoted]).toEqual([[], "", false]);
  return rows;
}

async function csvRecords(review: ReviewPlace): Promise<Record<string, string | undefined>[]> {
  const [header = [], ...rows] = csvRows((await download(review, "csv")).text);
  for (const row of rows) expect(row).toHaveLength(header.length);
  expect(new Set(header).size).toBe(header.length);
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column]])));
}

const FIELDS = {
  tone: { type: "integer", minimum: 1, maximum: 5 },
  issues: { type: "array", items: { enum: ["policy", "facts"] } },
  why: { type: "string" },
};

test("JSON Lines have a row for each item and annotator, values under the names of their fields", async () => {
  const review = await aReview(api, { items: 2, fields: FIELDS });
  const { desk } = review;
  await api.db.query(sql`
    update call set thread_id = 'thread 7', inputs = '{"question":"Where?"}', output = '"There."' where id = ${desk.items[1]?.callId ?? ""}`);
  await review.say(0, 1, { tone: 4, issues: ["facts"], why: "=1+1" }, { activeMs: 900 });
  await review.say(1, 1, { tone: 2 });
  await review.say(1, 0, {}, { annotationState: "skipped", skipReason: "unclear" });
  await review.decide(1, { tone: 3 }, { isGold: true, method: "merged", note: "in between" });

  const { headers } = await download(review, "jsonl");
  expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Queue%20answers.jsonl");
  const rows = await jsonRows(review);
  expect(rows.map((row) => [row.position, row.annotator, row.state])).toEqual([
    [1, desk.person(1).name, "skipped"],
    ...[desk.person(0).name, desk.person(1).name].sort().map((name) => [2, name, "completed"]),
  ]);
  expect(rows.find((row) => row.annotator_user_id === desk.person(0).userId)).toEqual({
    queue_id: desk.queueId,
    item_id: desk.id(1),
    call_id: desk.items[1]?.callId,
    pair_call_id: null,
    position: 2,
    thread_id: "thread 7",
    call_inputs: { question: "Where?" },
    call_output: "There.",
    annotator_user_id: desk.person(0).userId,
    annotator: desk.person(0).name,
    state: "completed",
    skip_reason: null,
    is_flagged: false,
    flag_note: "",
    active_ms: 900,
    finished_at: expect.stringMatching(/Z$/),
    values: { tone: 4, issues: ["facts"], why: "=1+1" },
    value_versions: { tone: 0, issues: 0, why: 0 },
    notes: [],
    reactions: [],
    correction: null,
    preference: null,
    decision_method: "merged",
    decision_note: "in between",
    decision_is_gold: true,
    decided_by: desk.caller.name,
    decided_at: expect.stringMatching(/Z$/),
    decision_values: { tone: 3 },
  });
  expect(rows[0]).toMatchObject({ skip_reason: "unclear", values: {}, decision_values: null });
});

test("what was judged stands with the answers, of both calls of a pair, unless it is not wanted", async () => {
  const review = await aReviewOfPairs(api, { items: 1, people: 1 });
  await review.prefer(0, 0, "tie");
  const { call_id, pair_call_id } = (await jsonRows(review))[0] ?? {};
  await api.db.query(sql`update call set output = '"One."' where id = ${String(call_id)}`);
  await api.db.query(sql`update call set deleted_at = now() where id = ${String(pair_call_id)}`);
  const [row] = await jsonRows(review);
  expect(row).toMatchObject({ call_output: "One.", pair_inputs: null, pair_output: null });
  const [record] = await csvRecords(review);
  expect(record).toMatchObject({ call_output: "One.", call_inputs: JSON.stringify(row?.call_inputs) });
  const { text } = await download(review, "csv", { include_conversations: "false" });
  expect(csvRows(text)[0]).not.toContain("call_output");
});

test("CSV has a column for each field, and what a spreadsheet would run is harmless there", async () => {
  const review = await aReview(api, { items: 1, people: 1, fields: FIELDS });
  const nasty = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"];
  const feedback = [
    ...nasty.map((note) => review.onCall(0, "wandb.note.1", { note })),
    review.onCall(0, "spindle.correction.1", { path: "output", text: '-2, "quoted"\nand more' }),
    review.onCall(
      0,
      "wandb.annotation.why",
      { value: "=cmd|' /C calc'!A0" },
      { annotationRef: review.ref("why") },
    ),
    review.onCall(0, "wandb.annotation.tone", { value: 4 }, { annotationRef: review.ref("tone") }),
  ];
  await review.desk.answer(review.desk.person(0), 0, { feedback, isFlagged: true, flagNote: "@lead" });
  const [record] = await csvRecords(review);
  expect(record).toMatchObject({
    tone: "4",
    issues: "",
    why: "'=cmd|' /C calc'!A0",
    flag_note: "'@lead",
    is_flagged: "true",
    notes: JSON.stringify(nasty),
    correction: '\'-2, "quoted"\nand more',
    "decision: tone": "",
  });
});

test("two versions of a field, and one that is called like a column, have columns of their own", async () => {
  const fields = { tone: FIELDS.tone, state: { type: "string" } };
  const review = await aReview(api, { items: 1, people: 1, fields });
  const newer = await anAnnotationSpec(api, review.desk, { name: "tone", schema: { type: "integer" } });
  await review.desk.set({ scorerRefs: [...review.refs.values(), newer] });
  const newest = review.onCall(0, "wandb.annotation.tone", { value: 7 }, { annotationRef: newer });
  await review.say(0, 0, { tone: 1, state: "calm" });
  await review.desk.answer(review.desk.person(0), 0, { feedback: [newest], revision: 1 });
  const [record] = await csvRecords(review);
  expect(record).toMatchObject({
    state: "completed",
    tone: "1",
    "tone (2)": "7",
    [`state (${review.ref("state")})`]: "calm",
  });
});

test("verdicts on pairs are exported, and what was decided of them", async () => {
  const review = await aReviewOfPairs(api, { items: 1 });
  await review.prefer(0, 0, "tie");
  await review.decide(0, { "spindle.preference.1": "first" });
  const [row] = await jsonRows(review);
  expect(row).toMatchObject({
    pair_call_id: review.desk.items[0]?.pairCallId,
    preference: { verdict: "tie", strength: null },
    decision_values: { preference: "first" },
  });
});

test("hundreds of items come whole, each once and in order, with their places in the queue", async () => {
  const review = await aReview(api, { items: 350, people: 1 });
  // Every third is answered; the others count in the places all the same.
  await api.db.query(sql`
    insert into item_progress (project_id, item_id, annotator_id, queue_id, state, finished_at)
    select i.project_id, i.id, ${review.desk.person(0).userId}, i.queue_id, 'completed', now()
    from queue_item i where i.queue_id = ${review.desk.queueId} and i.id = any(${review.desk.items
      .filter((_, n) => n % 3 === 0)
      .map(({ id }) => id)}::text[])`);
  const rows = await jsonRows(review);
  expect(rows.map((row) => row.position)).toEqual(Array.from({ length: 117 }, (_, n) => 3 * n + 1));
  expect(rows.map((row) => row.item_id)).toEqual(rows.map((row) => review.desk.id(Number(row.position) - 1)));
});

test("a queue without answers is a header alone, or nothing", async () => {
  const review = await aReview(api);
  expect((await download(review, "jsonl")).text).toBe("");
  expect(csvRows((await download(review, "csv")).text)).toHaveLength(1);
});

test("a deleted queue is not found", async () => {
  const { desk } = await aReview(api);
  await api.call(desk.caller, deleteQueue, desk.at);
  const path = `/annotation_queues/${desk.queueId}/answers?project_id=${desk.projectId}`;
  expect((await api.send(desk.caller, { method: "GET", path })).status).toBe(404);
});
