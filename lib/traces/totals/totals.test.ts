import { expect, test } from "vitest";
import { completeCalls, deleteCalls, endCall, getCallStats, startCall } from "#lib/contract/traces/calls.ts";
import { summarizeThreads } from "#lib/contract/traces/threads.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { pick, type Random, randomSource } from "#lib/testing/engines/random-source.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { countEarlierCalls } from "./count-earlier-calls.ts";
import { foldTotals } from "./fold-totals.ts";

const SEED = 20_261_205;
const ROUNDS = 120;

const api = startHarness();

type Recorder = Awaited<ReturnType<typeof aRecorder>>;
type Sent = {
  id: string;
  thread_id: string | null;
  turn_id: string | null;
  parent_id: string | null;
  op_name: string;
  started_at: string;
  ended_at: string | null;
  exception: string | null;
  inputs: object;
  summary: object | null;
};

test(`after each of ${ROUNDS} random changes, counts and summaries are what going through every call gives, folded or not`, async () => {
  const random = randomSource(SEED);
  const recorder = await aRecorder(api);
  const sent = new Map<string, Sent>();
  for (let round = 0; round < ROUNDS; round++) {
    await change(recorder, sent, random);
    if (random() < 0.3) await Promise.all([foldTotals(api.db), foldTotals(api.db)]);
    await check(recorder, [...sent.values()], random);
  }
}, 120_000);

test("calls that are older than the totals are counted beside changes to them, each once", async () => {
  const random = randomSource(SEED + 1);
  const recorder = await aRecorder(api);
  const sent = new Map<string, Sent>();
  for (let i = 0; i < 40; i++) await change(recorder, sent, random);
  await forgetTotals(recorder.project.id);
  await check(recorder, [...sent.values()], random);
  // Small batches, between which calls come, change and leave on both sides of the place that counting has reached.
  for (let isCounting = true; isCounting; ) {
    isCounting = await countEarlierCalls(api.db, 2);
    await Promise.all([change(recorder, sent, random), countEarlierCalls(api.db, 1)]);
    if (random() < 0.3) await foldTotals(api.db);
    await check(recorder, [...sent.values()], random);
  }
  expect(await api.db.prisma.totalBackfill.count()).toBe(0);
  await check(recorder, [...sent.values()], random);
}, 120_000);

/** As the migration leaves a project of the release before. */
async function forgetTotals(projectId: string): Promise<void> {
  await api.db.prisma.callChange.deleteMany({ where: { projectId } });
  await api.db.prisma.callTotal.deleteMany({ where: { projectId } });
  await api.db.prisma.turnDuration.deleteMany({ where: { projectId } });
  await api.db.prisma.totalBackfill.create({ data: { projectId, upTo: "" } });
}

async function change(recorder: Recorder, sent: Map<string, Sent>, random: Random): Promise<void> {
  const kind = random();
  if (kind < 0.45) return addBatch(recorder, sent, random);
  if (kind < 0.6) return begin(recorder, sent, random);
  if (kind < 0.8) return end(recorder, sent, random);
  if (kind < 0.92) return remove(recorder, sent, random);
  return purge(recorder, sent, random);
}

async function addBatch(
  { caller, project }: Recorder,
  sent: Map<string, Sent>,
  random: Random,
): Promise<void> {
  const calls = Array.from({ length: 1 + Math.floor(random() * 6) }, () => aCall(random, { isEnded: true }));
  const batch = calls.map((call) => wireOf(project.path, call));
  const { entity, name } = project;
  await api.call(caller, completeCalls, { entity, project: name, batch });
  for (const call of calls) sent.set(call.id, call);
}

async function begin({ caller, project }: Recorder, sent: Map<string, Sent>, random: Random): Promise<void> {
  const call = aCall(random, { isEnded: false });
  const response = await api.send(caller, {
    path: startCall.path,
    body: { start: wireOf(project.path, call) },
  });
  expect(response.status, await response.text()).toBe(200);
  sent.set(call.id, call);
}

/** Of a call that runs, or once more of one that has ended. */
async function end({ caller, project }: Recorder, sent: Map<string, Sent>, random: Random): Promise<void> {
  if (sent.size === 0) return;
  const call = pick([...sent.values()], random);
  const ended = {
    ...call,
    ended_at: anEnd(call.started_at, random),
    summary: aSummary(random),
    exception: call.exception ?? (random() < 0.3 ? "late" : null),
  };
  const { id, ended_at, summary, exception } = ended;
  const body = {
    end: { project_id: project.path, id, ended_at, summary, ...(exception === null ? {} : { exception }) },
  };
  const response = await api.send(caller, { path: endCall.path, body });
  expect(response.status, await response.text()).toBe(200);
  sent.set(id, ended);
}

async function remove({ caller, project }: Recorder, sent: Map<string, Sent>, random: Random): Promise<void> {
  if (sent.size === 0) return;
  const gone = pick([...sent.keys()], random);
  await api.call(caller, deleteCalls, { projectId: project.path, callIds: [gone] });
  const below = [...sent.values()].filter((call) => call.parent_id === gone);
  for (const id of [gone, ...below.map((call) => call.id)]) sent.delete(id);
}

/** As a project is erased. */
async function purge({ project }: Recorder, sent: Map<string, Sent>, random: Random): Promise<void> {
  if (sent.size === 0) return;
  const gone = pick([...sent.keys()], random);
  await api.db.query(sql`delete from call where project_id = ${project.id} and id = ${gone}`);
  sent.delete(gone);
}

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2026, 0, 1);
const OPS = ["answer", "tool", "op:v1", "op:v2"];
const ROOT = "a parent that nobody recorded";

function aCall(random: Random, { isEnded }: { isEnded: boolean }): Sent {
  const id = newId();
  const started_at = new Date(
    FIRST_MS + Math.floor(random() * 6) * (HOUR_MS / 2) + Math.floor(random() * 3),
  ).toISOString();
  return {
    id,
    thread_id: random() < 0.1 ? null : pick(["a", "b", "eval/x"], random),
    turn_id: random() < 0.6 ? id : null,
    parent_id: random() < 0.4 ? ROOT : null,
    op_name: pick(OPS, random),
    started_at,
    ended_at: isEnded ? anEnd(started_at, random) : null,
    exception: isEnded && random() < 0.2 ? "it broke" : null,
    inputs: { text: "é".repeat(Math.floor(random() * 9)) },
    summary: isEnded ? aSummary(random) : null,
  };
}

function anEnd(startedAt: string, random: Random): string {
  return new Date(
    Date.parse(startedAt) + pick([0, 1, 40, 999, 1000, 70_000], random) + Math.floor(random() * 2),
  ).toISOString();
}

function aSummary(random: Random): object {
  return pick(
    [
      {},
      { usage: { tiny: { total_tokens: 9 } } },
      {
        usage: {
          tiny: { prompt_tokens: 3, completion_tokens: 4 },
          large: { total_tokens: 100_000_000_000_000 },
        },
      },
      { usage: { tiny: { total_tokens: 0 } }, status_counts: { error: 2 } },
    ],
    random,
  );
}

function wireOf(projectPath: string, call: Sent) {
  const { summary, exception, ended_at, thread_id, turn_id, parent_id, ...rest } = call;
  const given = { summary, exception, ended_at, thread_id, turn_id, parent_id };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return { project_id: projectPath, trace_id: call.id, attributes: {}, ...rest, ...known };
}

/** Asks for a random selection and for the sums over turns, and counts the same in plain JavaScript. */
async function check({ caller, project }: Recorder, calls: readonly Sent[], random: Random): Promise<void> {
  const { body, matches } = aSelection(random);
  const response = await api.send(caller, {
    path: getCallStats.path,
    body: { project_id: project.path, include_total_storage_size: true, ...body },
  });
  const found = calls.filter(matches);
  expect(await response.json(), JSON.stringify(body)).toEqual({
    count: found.length,
    has_more: false,
    total_storage_size_bytes: found.reduce((sum, call) => sum + bytesOf(call), 0),
  });
  const isTraffic = random() < 0.4 ? undefined : random() < 0.5;
  const { after, before } = aWindow(random);
  const filter = { isTraffic, afterDatetime: after, beforeDatetime: before };
  const summary = await api.call(caller, summarizeThreads, { projectId: project.path, filter });
  const turns = calls.filter(
    (call) =>
      call.id === call.turn_id &&
      call.thread_id !== null &&
      (isTraffic === undefined || call.thread_id.startsWith("eval/") !== isTraffic) &&
      (after === undefined || call.started_at > after) &&
      (before === undefined || call.started_at < before),
  );
  const durations = turns.flatMap((call) =>
    call.ended_at === null ? [] : Date.parse(call.ended_at) - Date.parse(call.started_at),
  );
  const tokens = turns.flatMap((call) => tokensOf(call) ?? []);
  expect(summary, JSON.stringify(filter)).toMatchObject({
    turns: turns.length,
    failedTurns: turns.filter((call) => call.exception !== null).length,
    tokens: tokens.length > 0 ? tokens.reduce((sum, one) => sum + one, 0) : null,
    p50TurnDurationMs: quantile(durations, 0.5),
    p90TurnDurationMs: quantile(durations, 0.9),
    p99TurnDurationMs: quantile(durations, 0.99),
  });
  expect(summary.turnDurations.reduce((sum, { count }) => sum + count, 0)).toBe(durations.length);
}

function aSelection(random: Random): { body: object; matches: (call: Sent) => boolean } {
  const ops = random() < 0.4 ? pick([["answer"], ["op:*"], ["tool", "op:v1"], []], random) : undefined;
  const areRoots = random() < 0.3;
  const status =
    random() < 0.4 ? pick(["error", "running", "success", "descendant_error", "none"], random) : undefined;
  const { after, before } = aWindow(random);
  const isInside = random() < 0.5;
  const compared = (operator: string, field: string, value: string) => ({
    [operator]: [{ $getField: field }, { $literal: value }],
  });
  const conditions = [
    ...(status ? [compared("$eq", "summary.weave.status", status)] : []),
    ...(after ? [compared(isInside ? "$gte" : "$gt", "started_at", after)] : []),
    ...(before ? [compared(isInside ? "$lte" : "$lt", "started_at", before)] : []),
  ];
  return {
    body: {
      filter: { ...(ops ? { op_names: ops } : {}), ...(areRoots ? { trace_roots_only: true } : {}) },
      ...(conditions.length > 0 ? { query: { $expr: { $and: conditions } } } : {}),
    },
    matches: (call) =>
      (!ops ||
        ops.some((op) =>
          op.endsWith(":*") ? call.op_name.startsWith(op.slice(0, -1)) : call.op_name === op,
        )) &&
      (!areRoots || call.parent_id === null) &&
      (status === undefined || statusOf(call) === status) &&
      (after === undefined || call.started_at > after || (isInside && call.started_at === after)) &&
      (before === undefined || call.started_at < before || (isInside && call.started_at === before)),
  };
}

/** Bounds at the beginning of an hour, in the middle of one, and at the time of some call. */
function aWindow(random: Random): { after?: string; before?: string } {
  const aTime = () =>
    new Date(
      FIRST_MS + Math.floor(random() * 8 - 1) * (HOUR_MS / 2) + pick([0, 1, 600_000], random),
    ).toISOString();
  return { ...(random() < 0.4 ? { after: aTime() } : {}), ...(random() < 0.4 ? { before: aTime() } : {}) };
}

type Summary = { usage?: Record<string, Record<string, number>>; status_counts?: { error: number } };

function statusOf({ exception, ended_at, summary }: Sent): string {
  if (exception !== null) return "error";
  if (ended_at === null) return "running";
  const { status_counts }: Summary = summary ?? {};
  return (status_counts?.error ?? 0) > 0 ? "descendant_error" : "success";
}

function tokensOf({ summary }: Sent): number | null {
  const { usage }: Summary = summary ?? {};
  if (!usage) return null;
  return Object.values(usage).reduce(
    (sum, one) => sum + (one.total_tokens ?? (one.prompt_tokens ?? 0) + (one.completion_tokens ?? 0)),
    0,
  );
}

function bytesOf({ inputs, summary }: Sent): number {
  const size = (document: object | null) =>
    document === null ? 0 : Buffer.byteLength(JSON.stringify(document));
  return size(inputs) + size({}) + size(summary);
}

function quantile(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const rank = fraction * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (rank - Math.floor(rank)) * (above - below);
}
