import { opLabel } from "#lib/contract/traces/op-label.ts";
import { answerOf, type MadeCall, MissingCalls, madeUse } from "#lib/datasets/rows/missing-calls.ts";
import { bool, columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { AnsweredAbove } from "./answered-above.internal.ts";
import { earlierTurns } from "./earlier-turns.internal.ts";

/** Calls are read so many bytes at a time and kept as numbers: what was made for an answer may be larger than all answers. */
const BYTES_AT_ONCE = 1024 * 1024;

type Answered = { inputs: unknown; output: unknown };

export type MissingCount = {
  missingCalls: number;
  /** Those of earlier turns of the thread. */
  earlierCalls: number;
};

/**
 * Of each call, how many others were made for its answer, and for the answers of earlier turns, that its messages do not have; those with none are left
 * out. Each call below is read once, however many answers it was made for, so their number needs no bound.
 */
export async function missingCallsIn(
  db: Db,
  projectId: string,
  calls: ReadonlyMap<string, Answered>,
): Promise<Map<string, MissingCount>> {
  const earlier = await earlierTurns(db, projectId, [...calls.keys()]);
  const answers = await answersOf(db, projectId, [...earlier.keys()]);
  const known = new Set([...calls.keys(), ...earlier.keys()]);
  const below = await callsBelow(db, projectId, [...known]);
  const above = new AnsweredAbove(known, below);
  const missing = new Map<string, MissingCalls>();
  const countedOf = (id: string) => {
    const counted = missing.get(id) ?? new MissingCalls(calls.get(id) ?? NOTHING);
    missing.set(id, counted);
    return counted;
  };
  for (const ids of stretches(below)) {
    const read = await readMade(db, projectId, ids);
    for (const id of ids) {
      const made = read.get(id);
      const use = made ? madeUse(made) : null;
      if (!use) continue;
      for (const turn of above.of(id)) {
        if (calls.has(turn)) countedOf(turn).take(use);
        for (const later of earlier.get(turn) ?? [])
          countedOf(later).takeEarlier(use, answers.get(turn) ?? "");
      }
    }
  }
  return new Map(
    [...missing].flatMap(([id, { count, earlier }]): [string, MissingCount][] =>
      count + earlier > 0 ? [[id, { missingCalls: count, earlierCalls: earlier }]] : [],
    ),
  );
}

const ANSWER = columns({ ...of("call c", "id"), output: orNull(text(sql`c.output`)) });
const SIZED = columns({
  ...of("call c", "id"),
  sizeBytes: int(sql`coalesce(octet_length(c.output::text), 0)`),
});

/** What these turns answered, which calls below them may only have handed on. */
async function answersOf(
  db: Db,
  projectId: string,
  turnIds: readonly string[],
): Promise<Map<string, string>> {
  if (turnIds.length === 0) return new Map();
  const answers = new Map<string, string>();
  const sized = await db.query(sql`
    select ${SIZED} from call c where c.project_id = ${projectId} and c.id = any(${[...turnIds]}::text[])`);
  for (const ids of stretches(sized)) {
    const rows = await db.query(sql`
      select ${ANSWER} from call c where c.project_id = ${projectId} and c.id = any(${ids}::text[])`);
    for (const { id, output } of rows) answers.set(id, output === null ? "" : answerOf(JSON.parse(output)));
  }
  return answers;
}

const NOTHING: Answered = { inputs: null, output: null };

type Below = { id: string; parentId: string | null; startedAt: Date | null; sizeBytes: number };

/**
 * The calls below these at any depth, each once, in the order in which they began. Each depth is one statement: one that followed them by itself would
 * read a project again for each call, until PostgreSQL has counted it.
 */
async function callsBelow(db: Db, projectId: string, callIds: readonly string[]): Promise<Below[]> {
  const found = new Map<string, Below>();
  let parents = [...callIds];
  while (parents.length > 0) {
    const rows = await db.query(sql`
      select ${BELOW} from call c
      where c.project_id = ${projectId} and c.parent_id = any(${parents}::text[]) and c.started_at is not null and c.deleted_at is null`);
    const fresh = rows.filter(({ id }) => !found.has(id));
    for (const one of fresh) found.set(one.id, one);
    parents = fresh.map(({ id }) => id);
  }
  return [...found.values()].sort(byStart);
}

function byStart(a: Below, b: Below): number {
  const apart = (a.startedAt?.getTime() ?? 0) - (b.startedAt?.getTime() ?? 0);
  return apart === 0 ? Number(a.id > b.id) - Number(a.id < b.id) : apart;
}

const BELOW = columns({
  ...of("call c", "id", "parentId", "startedAt"),
  sizeBytes: int(sql`coalesce(octet_length(c.inputs::text), 0) + coalesce(octet_length(c.output::text), 0)`),
});

async function readMade(db: Db, projectId: string, ids: readonly string[]): Promise<Map<string, MadeCall>> {
  const rows = await db.query(sql`
    select ${MADE} from call c where c.project_id = ${projectId} and c.id = any(${[...ids]}::text[])`);
  return new Map(
    rows.map(({ id, opName, displayName, inputs, output, hasFailed }) => [
      id,
      {
        name: displayName || opLabel(opName ?? ""),
        inputs: inputs === null ? null : JSON.parse(inputs),
        output: output === null ? null : JSON.parse(output),
        hasFailed,
      },
    ]),
  );
}

const MADE = columns({
  ...of("call c", "id", "opName", "displayName"),
  inputs: orNull(text(sql`c.inputs`)),
  output: orNull(text(sql`c.output`)),
  hasFailed: bool(sql`c.exception is not null`),
});

function* stretches(all: readonly { id: string; sizeBytes: number }[]): Generator<string[]> {
  let some: string[] = [];
  let bytes = 0;
  for (const { id, sizeBytes } of all) {
    if (some.length > 0 && bytes + sizeBytes > BYTES_AT_ONCE) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(id);
    bytes += sizeBytes;
  }
  if (some.length > 0) yield some;
}
