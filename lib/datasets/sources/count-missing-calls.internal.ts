import { opLabel } from "#lib/contract/traces/op-label.ts";
import { type MadeCall, MissingCalls, madeUse } from "#lib/datasets/rows/missing-calls.ts";
import { bool, columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { AnsweredAbove } from "./answered-above.internal.ts";

/** Calls are read so many bytes at a time and kept as numbers: what was made for an answer may be larger than all answers. */
const BYTES_AT_ONCE = 1024 * 1024;

type Answered = { inputs: unknown; output: unknown };

/**
 * Of each call, how many others were made for its answer that its messages do not have; those with none are left out. Each call below is read once,
 * however many answers it was made for, so their number needs no bound.
 */
export async function missingCallsIn(
  db: Db,
  projectId: string,
  calls: ReadonlyMap<string, Answered>,
): Promise<Map<string, number>> {
  const below = await callsBelow(db, projectId, [...calls.keys()]);
  const above = new AnsweredAbove(calls, below);
  const missing = new Map<string, MissingCalls>();
  for (const ids of stretches(below)) {
    const read = await readMade(db, projectId, ids);
    for (const id of ids) {
      const made = read.get(id);
      const use = made ? madeUse(made) : null;
      if (!use) continue;
      for (const answered of above.of(id)) {
        const counted = missing.get(answered) ?? new MissingCalls(calls.get(answered) ?? NOTHING);
        missing.set(answered, counted);
        counted.take(use);
      }
    }
  }
  return new Map([...missing].flatMap(([id, { count }]) => (count > 0 ? [[id, count]] : [])));
}

const NOTHING: Answered = { inputs: null, output: null };

type Below = { id: string; parentId: string | null; sizeBytes: number };

/** The calls below these at any depth, each once, in the order in which they began. */
function callsBelow(db: Db, projectId: string, callIds: readonly string[]): Promise<Below[]> {
  const isThere = sql`c.project_id = ${projectId} and c.started_at is not null and c.deleted_at is null`;
  return db.query(sql`
    with recursive made (id) as (
      select c.id from call c where ${isThere} and c.parent_id = any(${[...callIds]}::text[])
      union
      select c.id from made m join call c on ${isThere} and c.parent_id = m.id)
    select ${BELOW} from made m join call c on c.project_id = ${projectId} and c.id = m.id
    order by c.started_at, c.id`);
}

const BELOW = columns({
  ...of("call c", "id", "parentId"),
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

function* stretches(all: readonly Below[]): Generator<string[]> {
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
