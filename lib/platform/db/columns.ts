import { Sql } from "sql-template-tag";
import type { Tables } from "./tables.ts";

declare const value: unique symbol;
declare const row: unique symbol;

/** What tests hold against the values that come: the database's column, or the type that the expression is cast to. */
export type Source = { table: string; column: string } | { type: string };

/** A column or expression of a select list, of whose values the type is known. */
export class Column<Value> extends Sql {
  declare readonly [value]: Value;
  readonly source: Source;
  readonly isNullable: boolean;

  constructor(sql: Sql | string, source: Source, isNullable = false) {
    super(typeof sql === "string" ? [sql] : sql.strings, typeof sql === "string" ? [] : sql.values);
    this.source = source;
    this.isNullable = isNullable;
  }
}

type Shape = Readonly<Record<string, Column<unknown>>>;
type Values<S extends Shape> = { [Name in keyof S]: ValueOf<S[Name]> };
type ValueOf<C> = C extends Column<infer Value> ? Value : never;
type Flat<T> = { [Key in keyof T]: T[Key] };

/** A select list; the rows of a statement that holds it are of its type. */
export class Selection<Row> extends Sql {
  declare readonly [row]: Row;
  readonly shape: Shape;

  constructor(shape: Shape) {
    const names = Object.keys(shape).map((name) => ` as "${name}"`);
    super(["", ...names.slice(0, -1).map((name) => `${name}, `), ...names.slice(-1)], Object.values(shape));
    this.shape = shape;
  }
}

/** The list for `select` and `returning`, by the names that the values have in a row. */
export function columns<S extends Shape>(shape: S): Selection<Flat<Values<S>>> {
  return new Selection(shape);
}

type From = keyof Tables | `${keyof Tables} ${string}`;
type TableOf<F extends From> = F extends keyof Tables ? F : F extends `${infer T} ${string}` ? T : never;
type FieldsOf<F extends From> = Tables[TableOf<F> & keyof Tables];

/** Columns of a table by their names in prisma/schema.prisma: `of("queue_item i", "id", "callId")` is `i.id as "id", i.call_id as "callId"`. */
export function of<F extends From, Name extends keyof FieldsOf<F> & string>(
  from: F,
  ...names: Name[]
): { [N in Name]: Column<FieldsOf<F>[N]> } {
  const entries = names.map((name) => [name, field(from, name)] as const);
  // The keys are the names.
  return Object.fromEntries(entries) as { [N in Name]: Column<FieldsOf<F>[N]> };
}

/** One such column, for a value that has another name in the row. */
export function field<F extends From, Name extends keyof FieldsOf<F> & string>(
  from: F,
  name: Name,
): Column<FieldsOf<F>[Name]> {
  const [table = "", alias] = from.split(" ");
  const column = columnName(name);
  return new Column(alias ? `${alias}.${column}` : column, { table, column });
}

const known = new Map<string, string>();

export function columnName(field: string): string {
  const column = known.get(field) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  known.set(field, column);
  return column;
}

/** A column that may be null: of a left join, or of an aggregate of no rows. */
export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return new Column(column, column.source, true);
}

/** `orNull` of all columns. */
export function allOrNull<S extends Shape>(shape: S): { [N in keyof S]: Column<ValueOf<S[N]> | null> } {
  const entries = Object.entries(shape).map(([name, column]) => [name, orNull(column)]);
  return Object.fromEntries(entries) as { [N in keyof S]: Column<ValueOf<S[N]> | null> };
}

// Expressions, each cast to the type that is declared. A narrower one than the database knows, such as the names of states, is the statement's word.
export const text = <Value extends string = string>(expression: Sql) => cast<Value>(expression, "text");
export const int = (expression: Sql) => cast<number>(expression, "int4");
export const float = (expression: Sql) => cast<number>(expression, "float8");
export const bool = (expression: Sql) => cast<boolean>(expression, "bool");
export const time = (expression: Sql) => cast<Date>(expression, "timestamptz");
export const bytes = (expression: Sql) => cast<Buffer>(expression, "bytea");
export const texts = (expression: Sql) => cast<string[]>(expression, "text[]");
export const floats = (expression: Sql) => cast<number[]>(expression, "float8[]");
/** A document written by this service; its type is trusted, not checked. */
export const json = <Value = unknown>(expression: Sql) => cast<Value>(expression, "json");

function cast<Value>(expression: Sql, type: string): Column<Value> {
  return new Column(new Sql(["(", `)::${type}`], [expression]), { type });
}

/** The type of the rows that a list gives. */
export type RowOf<S extends Selection<unknown>> = S extends Selection<infer Row> ? Row : never;
