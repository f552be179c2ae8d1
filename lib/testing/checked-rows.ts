import type { Column } from "#lib/platform/db/columns.ts";
import type { Database, Db } from "#lib/platform/db/database.ts";

/** The database, with each row held against what its statement's list of columns says of it; a test that meets another value fails. */
export async function withCheckedRows(database: Database): Promise<Database> {
  // Now, as later every connection may be lent to somebody who waits for this.
  const facts = await readFacts(database);
  return { ...checkedDb(database, facts), pool: database.pool, close: () => database.close() };
}

function checkedDb(db: Db, facts: Facts): Db {
  return {
    prisma: db.prisma,
    query: async (statement, name) => {
      const rows = await db.query(statement, name);
      const { selection } = statement;
      if (selection) for (const row of rows) requireRow(row as Row, selection.shape, facts);
      return rows;
    },
    stream: (statement) => db.stream(statement),
    transaction: (work, limits) => db.transaction((tx) => work(checkedDb(tx, facts)), limits),
  };
}

type Row = Record<string, unknown>;
type Fact = { type: string; isNullable: boolean };
/** By table and column. */
type Facts = ReadonlyMap<string, Fact>;

async function readFacts({ pool }: Database): Promise<Facts> {
  const { rows } = await pool.query<{ name: string; type: string; nullable: boolean }>(`
    select c.relname || ' ' || a.attname as name, not a.attnotnull as nullable,
      case t.typtype when 'e' then 'text' else format_type(t.oid, null) end as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
  return new Map(rows.map(({ name, type, nullable }) => [name, { type, isNullable: nullable }]));
}

function requireRow(row: Row, shape: Readonly<Record<string, Column<unknown>>>, facts: Facts): void {
  const names = Object.keys(row).sort().join();
  if (names !== Object.keys(shape).sort().join())
    throw new Error(`A row has ${names} where its statement declares ${Object.keys(shape).sort()}`);
  for (const [name, column] of Object.entries(shape)) {
    const { type, isNullable } = factOf(column, facts);
    const value = row[name];
    const isRight = value === null ? isNullable || column.isNullable : IS_OF[type]?.(value);
    if (!isRight)
      throw new Error(`"${name}" is ${JSON.stringify(value)} and not the ${type} that is declared`);
  }
}

function factOf({ source }: Column<unknown>, facts: Facts): Fact {
  if ("type" in source) return { type: source.type, isNullable: source.type === "json" };
  const fact = facts.get(`${source.table} ${source.column}`);
  if (!fact) throw new Error(`There is no column ${source.table}.${source.column}`);
  return fact;
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isTime = (value: unknown) => value instanceof Date;
const isBoolean = (value: unknown) => typeof value === "boolean";
const listOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(is);

/** What JavaScript gets for a type, under the name that PostgreSQL or a cast of ours has for it. */
const IS_OF: Partial<Record<string, (value: unknown) => boolean>> = {
  text: isText,
  "character varying": isText,
  bigint: isText,
  int4: isNumber,
  integer: isNumber,
  float8: isNumber,
  "double precision": isNumber,
  bool: isBoolean,
  boolean: isBoolean,
  timestamptz: isTime,
  "timestamp with time zone": isTime,
  bytea: Buffer.isBuffer,
  json: () => true,
  "text[]": listOf(isText),
  "float8[]": listOf(isNumber),
};
