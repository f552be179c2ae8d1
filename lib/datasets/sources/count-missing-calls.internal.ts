import { opLabel } from "#lib/contract/traces/op-label.ts";
import { countMissingCalls, type MadeCall } from "#lib/datasets/rows/missing-calls.ts";
import { bool, columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Calls are read so many bytes at a time and kept as numbers: what was made for an answer may be larger than all answers. */
const BYTES_AT_ONCE = 1024 * 1024;
/** What is made in loops has no end. */
const MAX_MADE = 50_000;

type Answered = { inputs: unknown; output: unknown };

/** Of each call, how many others were made for its answer that its messages do not have; those with none are left out. */
export async function missingCallsIn(
  db: Db,
  projectId: string,
  calls: ReadonlyMap<string, Answered>,
): Promise<Map<string, number>> {
  const made = await madeFor(db, projectId, [...calls.keys()]);
  const missing = new Map<string, number>();
  for (const roots of stretches(made)) {
    const read = await readMade(
      db,
      projectId,
      roots.flatMap(({ ids }) => ids),
    );
    for (const { root, ids } of roots) {
      const call = calls.get(root);
      const count = call
        ? countMissingCalls(
            call,
            ids.flatMap((id) => read.get(id) ?? []),
          )
        : 0;
      if (count > 0) missing.set(root, count);
    }
  }
  return missing;
}

type MadeFor = { root: string; ids: string[]; sizeBytes: number };

/** The calls below each at any depth. Calls that name each other as parents are met once. */
async function madeFor(db: Db, projectId: string, callIds: readonly string[]): Promise<MadeFor[]> {
  const isThere = sql`c.project_id = ${projectId} and c.started_at is not null and c.deleted_at is null`;
  const rows = await db.query(sql`
    with recursive made (root, id) as (
      select c.parent_id, c.id from call c where ${isThere} and c.parent_id = any(${[...callIds]}::text[])
      union
      select m.root, c.id from made m join call c on ${isThere} and c.parent_id = m.id),
    first as (select * from made limit ${MAX_MADE})
    select ${MADE_FOR} from first m join call c on c.project_id = ${projectId} and c.id = m.id
    where m.id <> m.root order by c.started_at, c.id`);
  return [...Map.groupBy(rows, ({ root }) => root)].map(([root, made]) => ({
    root,
    ids: made.map(({ id }) => id),
    sizeBytes: made.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  }));
}

const MADE_FOR = columns({
  ...of("call c", "id"),
  root: text(sql`m.root`),
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

function* stretches(all: readonly MadeFor[]): Generator<MadeFor[]> {
  let some: MadeFor[] = [];
  let bytes = 0;
  for (const one of all) {
    if (some.length > 0 && bytes + one.sizeBytes > BYTES_AT_ONCE) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(one);
    bytes += one.sizeBytes;
  }
  if (some.length > 0) yield some;
}
