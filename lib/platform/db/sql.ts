import { type RawValue, Sql } from "sql-template-tag";
import { Selection } from "./columns.ts";

export { empty, join, Sql } from "sql-template-tag";

declare const row: unique symbol;

/** SQL whose rows have a known type: that of the `columns(…)` it selects. Without any, nothing can be read from its rows. */
export class Statement<Row> extends Sql {
  declare readonly [row]: Row;
  readonly selection: Selection<unknown> | undefined;

  constructor(strings: readonly string[], values: readonly RawValue[]) {
    super(strings, values);
    this.selection = values.find((value) => value instanceof Selection);
  }
}

/** SQL with its values, which are always sent as parameters; values may also be other SQL. */
export function sql<Values extends readonly RawValue[]>(
  strings: readonly string[],
  ...values: Values
): Statement<RowOf<Values>> {
  return new Statement(strings, values);
}

type RowOf<Values extends readonly unknown[]> = SelectedBy<Extract<Values[number], Selection<unknown>>>;
type SelectedBy<S> = [S] extends [never]
  ? Record<never, never>
  : S extends Selection<infer Row>
    ? Row
    : never;
