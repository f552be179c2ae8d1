import { beforeAll, expect, test } from "vitest";
import { queryThreads, THREAD_SORT_FIELDS } from "#lib/contract/traces/threads.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { pick, type Random, randomSource } from "#lib/testing/engines/random-source.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import {
  expectedThreads,
  isoOf,
  type OracleCall,
  type OracleQuestion,
} from "#lib/testing/oracles/thread-oracle.ts";
import { testSize } from "#lib/testing/test-size.ts";
import { foldThreads } from "./fold-threads.ts";

const DATA_SETS = testSize({ usual: 250, whole: 2_000 });
const PROJECTS_AT_ONCE = 100;
const QUESTIONS_EACH = 2;
const SEED = 20_261_121;

const api = startHarness();
let anyone: Caller;
beforeAll(async () => {
  anyone = await api.aCaller();
  await api.db.prisma.user.update({ where: { id: anyone.userId }, data: { isInstanceAdmin: true } });
});

test("random data sets give what plain JavaScript computes, while summaries are being folded", async () => {
  const random = randomSource(SEED);
  for (let done = 0; done < DATA_SETS; done += PROJECTS_AT_ONCE) {
    const sets = await makeProjects(PROJECTS_AT_ONCE, random);
    await store(sets);
    if (random() < 0.7) await foldThreads(api.db);
    for (const set of sets) set.calls = set.calls.flatMap((call) => changed(call, set.aTime, random));
    await store(sets);
    const folding = random() < 0.5 ? foldThreads(api.db) : undefined;
    await inTurns(4, sets, (set) => checkSet(set, random));
    await folding;
  }
}, 300_000);

type DataSet = { projectId: string; path: string; calls: OracleCall[]; aTime: () => number };

async function checkSet(set: DataSet, random: Random): Promise<void> {
  for (let asked = 0; asked < QUESTIONS_EACH; asked++) {
    const question = aQuestion(set, random);
    const lines = await ask(set.path, question);
    expect(lines, JSON.stringify({ question, calls: set.calls })).toEqual(
      expectedThreads(set.calls, question),
    );
  }
}

async function ask(path: string, question: OracleQuestion): Promise<unknown[]> {
  const { after, before, threadIds, sortBy, limit, offset } = question;
  const response = await api.send(anyone, {
    path: queryThreads.path,
    body: {
      project_id: path,
      filter: {
        after_datetime: after === undefined ? null : isoOf(after),
        before_datetime: before === undefined ? null : isoOf(before),
        thread_ids: threadIds,
      },
      sort_by: sortBy,
      limit,
      offset,
    },
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const EPOCH = Date.UTC(2026, 10, 21) * 1000;
/** Ids whose order differs between bytes, UTF-16 and people's alphabets. */
const THREADS = ["a", "B", "b", "é", "\u{ff5e}", "\u{1f600}", "thread-10", "thread-9", "", null];
/** Below a millisecond too, so that cutting to milliseconds shows. */
const MICROS = [0, 0, 0, 1, 500, 999];

function aCall(aTime: () => number, random: Random): OracleCall {
  const id = newId();
  const started = random() < 0.05 ? null : aTime();
  const kind = random();
  return {
    id,
    threadId: pick(THREADS, random),
    turnId: kind < 0.75 ? id : kind < 0.9 ? newId() : null,
    started,
    ended: random() < 0.25 ? null : aTime(),
    isDeleted: random() < 0.1,
    isUndated: random() < 0.1,
    isUntimed: random() < 0.2,
    stored: EPOCH + Math.floor(random() * 12) * 3600 * 1e6,
  };
}

/** Few distinct times, so that ties, bounds that hit a turn, and ends before starts are common; over milliseconds or over days. */
function timesOf(random: Random): () => number {
  const step = pick([1000, 6 * 3600 * 1e6], random);
  return () => EPOCH + Math.floor(random() * 12) * step + pick(MICROS, random);
}

/** The call as it is after a second write: gone, moved, ended, deleted, or as it was. */
function changed(call: OracleCall, aTime: () => number, random: Random): OracleCall[] {
  const fate = random();
  if (fate < 0.7) return [call];
  if (fate < 0.75) return [];
  if (fate < 0.8) return [call, aCall(aTime, random)];
  if (fate < 0.85) return [{ ...call, threadId: pick(THREADS, random) }];
  if (fate < 0.88) return [{ ...call, ended: aTime() }];
  if (fate < 0.9) return [{ ...call, isUntimed: !call.isUntimed }];
  if (fate < 0.95) return [{ ...call, started: aTime(), turnId: call.turnId === null ? call.id : null }];
  return [{ ...call, isDeleted: !call.isDeleted }];
}

function aQuestion({ calls, aTime }: DataSet, random: Random): OracleQuestion {
  const question: OracleQuestion = {};
  const times = calls.flatMap((call) => call.started ?? []);
  const aBound = () => (random() < 0.6 && times.length > 0 ? pick(times, random) : aTime());
  if (random() < 0.4) question.after = aBound();
  if (random() < 0.4) question.before = aBound();
  if (random() < 0.3)
    question.threadIds = Array.from(
      { length: Math.floor(random() * 4) },
      () => pick(THREADS, random) ?? "none",
    );
  if (random() < 0.85)
    question.sortBy = Array.from({ length: Math.floor(random() * 4) }, () => ({
      field: pick(THREAD_SORT_FIELDS, random),
      direction: pick(["asc", "desc"] as const, random),
    }));
  if (random() < 0.4) question.limit = Math.floor(random() * 6);
  if (random() < 0.3) question.offset = Math.floor(random() * 4);
  return question;
}

async function makeProjects(count: number, random: Random): Promise<DataSet[]> {
  const entity = `entity-${newId()}`;
  await api.db.prisma.entity.create({ data: { name: entity } });
  const sets = Array.from({ length: count }, () => {
    const projectId = newId();
    const aTime = timesOf(random);
    const calls = Array.from({ length: Math.floor(random() * 24) }, () => aCall(aTime, random));
    return { projectId, path: `${entity}/${projectId}`, calls, aTime };
  });
  await api.db.prisma.project.createMany({
    data: sets.map(({ projectId }) => ({
      id: projectId,
      entityName: entity,
      name: projectId,
      createdBy: "test",
    })),
  });
  return sets;
}

/** Makes the stored calls of these projects equal to the given ones, by single statements over many projects. */
async function store(sets: DataSet[]): Promise<void> {
  const rows = JSON.stringify(
    sets.flatMap(({ projectId, calls }) =>
      calls.map((call) => ({
        project_id: projectId,
        id: call.id,
        thread_id: call.threadId,
        turn_id: call.turnId,
        op_name: "op",
        started_at: call.started === null ? null : isoOf(call.started),
        ended_at: call.ended === null ? null : isoOf(call.ended),
        deleted_at: call.isDeleted ? isoOf(EPOCH) : null,
        is_undated: call.isUndated || null,
        is_untimed: call.isUntimed || null,
        created_at: isoOf(call.stored),
      })),
    ),
  );
  const projects = sets.map(({ projectId }) => projectId);
  const given = sql`select * from json_populate_recordset(null::call, ${rows}::json)`;
  await api.db.query(sql`
    delete from call where project_id = any(${projects}) and id not in (select id from (${given}) given)`);
  await api.db.query(sql`
    insert into call (project_id, id, thread_id, turn_id, op_name, started_at, ended_at, deleted_at, is_undated, is_untimed, created_at)
    select project_id, id, thread_id, turn_id, op_name, started_at, ended_at, deleted_at, is_undated, is_untimed, created_at
    from (${given}) given
    on conflict (project_id, id) do update set thread_id = excluded.thread_id, turn_id = excluded.turn_id,
      started_at = excluded.started_at, ended_at = excluded.ended_at, deleted_at = excluded.deleted_at,
      is_undated = excluded.is_undated, is_untimed = excluded.is_untimed
    where (call.thread_id, call.turn_id, call.started_at, call.ended_at, call.deleted_at, call.is_untimed)
      is distinct from
      (excluded.thread_id, excluded.turn_id, excluded.started_at, excluded.ended_at, excluded.deleted_at, excluded.is_untimed)`);
}

async function inTurns<T>(count: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const run = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: count }, run));
}
