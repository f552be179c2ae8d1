import { beforeAll, expect, test } from "vitest";
import {
  getThreadDetails,
  queryThreads,
  summarizeThreads,
  THREAD_SORT_FIELDS,
} from "#lib/contract/traces/threads.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { pick, type Random, randomSource } from "#lib/testing/engines/random-source.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import {
  callsOf,
  expectedFiltered,
  expectedSummary,
  type FilterCall,
  type WireFilter,
} from "#lib/testing/oracles/thread-filter-oracle.ts";
import { expectedThreads, isoOf, type OracleQuestion } from "#lib/testing/oracles/thread-oracle.ts";
import { testSize } from "#lib/testing/test-size.ts";
import { foldTotals } from "#lib/traces/totals/fold-totals.ts";
import { foldThreads } from "./fold-threads.ts";

const DATA_SETS = testSize({ usual: 150, whole: 480 });
const SEED = 20_261_122;

const api = startHarness();
let anyone: Caller;
beforeAll(async () => {
  anyone = await api.aCaller();
  await api.db.prisma.user.update({ where: { id: anyone.userId }, data: { isInstanceAdmin: true } });
});

test(`filters, totals and details of ${DATA_SETS} random data sets are what plain JavaScript finds by going through every call`, async () => {
  const random = randomSource(SEED);
  const sets = await makeSets(random);
  await store(sets);
  for (const [i, set] of sets.entries()) {
    // From turns alone, from summaries alone, and from both.
    if (i === DATA_SETS / 3) {
      await foldThreads(api.db);
      await foldTotals(api.db);
    }
    if (i === (2 * DATA_SETS) / 3) await store(sets.map(withOneMore));
    await checkSet(set, random);
  }
}, 120_000);

type DataSet = { projectId: string; path: string; queueIds: string[]; calls: FilterCall[] };

async function checkSet({ path, calls, queueIds }: DataSet, random: Random): Promise<void> {
  const question = aQuestion(calls, random);
  const filter = aFilter(queueIds, random);
  const window = {
    after_datetime: question.after === undefined ? null : isoOf(question.after),
    before_datetime: question.before === undefined ? null : isoOf(question.before),
  };
  const { sortBy: sort_by, limit, offset } = question;
  const asked = { ...window, ...filter };
  const what = JSON.stringify({ asked, sort_by, limit, offset, calls });
  const list = await ask(queryThreads.path, { project_id: path, filter: asked, sort_by, limit, offset });
  expect(linesOf(list), what).toEqual(expectedFiltered(calls, question, filter));
  expect(JSON.parse(await ask(summarizeThreads.path, { project_id: path })), what).toEqual(
    expectedSummary(calls, {}, {}),
  );
  const summary = await ask(summarizeThreads.path, { project_id: path, filter: asked });
  const { limit: _, offset: __, ...unpaged } = question;
  expect(JSON.parse(summary), what).toEqual(expectedSummary(calls, unpaged, filter));
  const details = await ask(getThreadDetails.path, { project_id: path, thread_ids: THREADS, ...window });
  const { after, before } = question;
  const bounds = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
  expect(JSON.parse(details).details, what).toEqual(expectedDetails(calls, bounds));
}

type Line = { thread_id: string; first_turn_id: string; last_turn_id: string };

function expectedDetails(calls: readonly FilterCall[], window: OracleQuestion): object[] {
  // The oracle of the list names the thread of each line.
  const lines = expectedThreads(calls, window) as Line[];
  return THREADS.flatMap((threadId) => {
    const line = lines.find((one) => one.thread_id === threadId);
    if (!line) return [];
    const isUndated = (id: string) => calls.find((call) => call.id === id)?.isUndated;
    const last = calls.find((call) => call.id === line.last_turn_id);
    const own = callsOf(calls, threadId, window);
    const turns = own.filter((call) => call.id === call.turnId && call.started !== null);
    const tokens = turns.flatMap((turn) => turn.tokens ?? []);
    const feedback = own.flatMap((call) => call.feedback);
    return {
      thread_id: threadId,
      is_start_undated: isUndated(line.first_turn_id),
      is_update_undated: last?.isUndated,
      stored_at: isoOf(last?.stored ?? 0),
      first_input: null,
      last_output: null,
      tokens: tokens.length > 0 ? tokens.reduce((sum, one) => sum + one, 0) : null,
      failed_calls: own.filter((call) => call.hasFailed).length,
      feedback: feedback.length,
      thumbs_up: feedback.filter((one) => one.startsWith("👍")).length,
      thumbs_down: feedback.filter((one) => one === "👎").length,
      queues: [...new Set(own.flatMap((call) => call.queueIds))]
        .sort()
        .map((id) => ({ id, name: `Queue ${id}` })),
    };
  });
}

async function ask(path: string, body: object): Promise<string> {
  const response = await api.send(anyone, { path, body });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

function linesOf(text: string): unknown[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const EPOCH = Date.UTC(2026, 10, 21) * 1000;
const THREADS = ["a", "Support-1", "support-2", "é-SUP", "thread-9"];
const FEEDBACK = ["👍", "👍🏽", "👎", "🎉", "note"];

function aCall(queueIds: readonly string[], random: Random): FilterCall {
  const id = newId();
  const aTime = () => EPOCH + Math.floor(random() * 12) * 45 * 60e6 + Math.floor(random() * 3) * 500;
  const kind = random();
  const some = <T>(values: readonly T[], chance: number) => values.filter(() => random() < chance);
  return {
    id,
    threadId: random() < 0.08 ? null : pick(THREADS, random),
    turnId: kind < 0.7 ? id : kind < 0.9 ? newId() : null,
    started: random() < 0.05 ? null : aTime(),
    ended: random() < 0.25 ? null : aTime(),
    isDeleted: random() < 0.1,
    isUndated: random() < 0.15,
    isUntimed: random() < 0.2,
    stored: EPOCH + Math.floor(random() * 12) * 60e6,
    hasFailed: random() < 0.15,
    queueIds: random() < 0.2 ? some(queueIds, 0.6) : [],
    feedback: random() < 0.25 ? some(FEEDBACK, 0.3) : [],
    tokens: random() < 0.5 ? some([7, 11, 300_000_000_000], 0.5) : null,
  };
}

function withOneMore(set: DataSet): DataSet {
  const call = set.calls[0];
  if (call)
    set.calls.push({ ...call, id: newId(), turnId: null, hasFailed: true, queueIds: [], feedback: [] });
  return set;
}

function aQuestion(calls: readonly FilterCall[], random: Random): OracleQuestion {
  const question: OracleQuestion = {};
  const times = calls.flatMap((call) => call.started ?? []);
  if (times.length > 0 && random() < 0.35) question.after = pick(times, random);
  if (times.length > 0 && random() < 0.35) question.before = pick(times, random);
  if (random() < 0.5)
    question.sortBy = [{ field: pick(THREAD_SORT_FIELDS, random), direction: pick(["asc", "desc"], random) }];
  if (random() < 0.3) question.limit = Math.floor(random() * 4);
  if (random() < 0.2) question.offset = 1;
  return question;
}

function aFilter(queueIds: readonly string[], random: Random): WireFilter {
  const maybe = <V>(name: keyof WireFilter, chance: number, value: V) =>
    random() < chance ? { [name]: value } : {};
  const HALF_HOUR_MS = 1_800_000;
  const ms = () => Math.floor(random() * 8) * HALF_HOUR_MS;
  return {
    ...maybe("search", 0.2, pick(["SUP", "é", "-", "%", "thread-9", "nothing"], random)),
    ...maybe("min_turns", 0.2, Math.floor(random() * 4)),
    ...maybe("max_turns", 0.15, 1 + Math.floor(random() * 4)),
    ...maybe("min_p50_turn_duration_ms", 0.15, ms()),
    ...maybe("max_p50_turn_duration_ms", 0.15, ms() + 0.5),
    ...maybe("min_p99_turn_duration_ms", 0.1, ms()),
    ...maybe("max_p99_turn_duration_ms", 0.1, ms()),
    ...maybe("has_errors", 0.2, random() < 0.6),
    ...maybe("in_queue", 0.2, random() < 0.6),
    ...maybe("queue_id", 0.12, pick(queueIds, random)),
    ...maybe("has_feedback", 0.2, random() < 0.6),
  };
}

async function makeSets(random: Random): Promise<DataSet[]> {
  const entity = `entity-${newId()}`;
  await api.db.prisma.entity.create({ data: { name: entity } });
  const sets = Array.from({ length: DATA_SETS }, () => {
    const projectId = newId();
    const queueIds = [newId(), newId()];
    const calls = Array.from({ length: Math.floor(random() * 20) }, () => aCall(queueIds, random));
    return { projectId, path: `${entity}/${projectId}`, queueIds, calls };
  });
  await api.db.prisma.project.createMany({
    data: sets.map(({ projectId }) => ({
      id: projectId,
      entityName: entity,
      name: projectId,
      createdBy: "test",
    })),
  });
  await api.db.prisma.annotationQueue.createMany({
    data: sets.flatMap(({ projectId, queueIds }) => [
      ...queueIds.map((id) => ({ id, projectId, name: `Queue ${id}`, createdBy: "test", scorerRefs: [] })),
    ]),
  });
  return sets;
}

/** Stores what is not stored yet. Half of the queue items hold the call as the second of a pair. */
async function store(sets: readonly DataSet[]): Promise<void> {
  const calls = sets.flatMap(({ projectId, calls: own }) => own.map((call) => ({ projectId, call })));
  await api.db.query(sql`
    insert into call (project_id, id, thread_id, turn_id, op_name, started_at, ended_at, is_undated, is_untimed, deleted_at, exception, summary, created_at)
    select project_id, id, thread_id, turn_id, op_name, started_at, ended_at, is_undated, is_untimed, deleted_at, exception, summary, created_at
    from json_populate_recordset(null::call, ${JSON.stringify(calls.map(callRow))}::json)
    on conflict do nothing`);
  const items = calls.flatMap(({ projectId, call }) =>
    call.queueIds.map((queueId, i) => ({
      ...{ id: `${call.id}-${queueId}`, project_id: projectId, queue_id: queueId },
      ...(i % 2 === 0 ? { call_id: call.id } : { call_id: `other-${call.id}`, pair_call_id: call.id }),
    })),
  );
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, pair_call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    select id, project_id, queue_id, call_id, pair_call_id, now(), 'op', 'trace', '{}', 'test'
    from json_populate_recordset(null::queue_item, ${JSON.stringify(items)}::json) on conflict do nothing`);
  const feedback = calls.flatMap(({ projectId, call }) =>
    call.feedback.map((given) => ({
      ...{ id: `${call.id}-${given}`, project_id: projectId, call_id: call.id },
      feedback_type: given === "note" ? "wandb.note.1" : "wandb.reaction.1",
      // A note that quotes a thumb is not a thumb.
      payload:
        given === "note" ? { note: "👍", emoji: "👍" } : { emoji: given, detoned: given.replace("🏽", "") },
    })),
  );
  await api.db.query(sql`
    insert into feedback (id, project_id, weave_ref, call_id, feedback_type, payload, user_id, content_hash)
    select id, project_id, 'ref', call_id, feedback_type, payload, 'test', '\\x00'
    from json_populate_recordset(null::feedback, ${JSON.stringify(feedback)}::json) on conflict do nothing`);
}

function callRow({ projectId, call }: { projectId: string; call: FilterCall }) {
  const [first = null, ...others] = call.tokens ?? [];
  const models = {
    ...(first === null ? {} : { one: { total_tokens: first, prompt_tokens: 1, completion_tokens: 2 } }),
    ...Object.fromEntries(others.map((n, i) => [`other ${i}`, { input_tokens: n - 5, output_tokens: 5 }])),
    broken: "not a model's usage",
    worse: { total_tokens: "lots" },
  };
  return {
    project_id: projectId,
    id: call.id,
    thread_id: call.threadId,
    turn_id: call.turnId,
    op_name: "op",
    started_at: call.started === null ? null : isoOf(call.started),
    ended_at: call.ended === null ? null : isoOf(call.ended),
    is_undated: call.isUndated,
    is_untimed: call.isUntimed,
    created_at: isoOf(call.stored),
    deleted_at: call.isDeleted ? isoOf(EPOCH) : null,
    ...(call.hasFailed ? { exception: "it broke" } : {}),
    summary: call.tokens === null ? { usage: ["no object"] } : { usage: models },
  };
}
