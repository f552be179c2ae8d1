import { isDict } from "#lib/contract/fields.ts";
import { COLUMN_FIELDS, type Columns } from "#lib/datasets/import/columns.ts";
import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** What a form says of the columns of a table: a JSON object from what is meant to the name of its column. */
export function readColumns(text: string): Columns {
  const read = parsed(text);
  if (!isDict(read))
    throw wrong('it is no JSON object; write {"prompt": "Question", "completion": "Answer"}');
  for (const [field, name] of Object.entries(read)) {
    if (!COLUMN_FIELDS.some((known) => known === field))
      throw wrong(
        `${JSON.stringify(field.slice(0, 60))} is nothing that a row has; columns can be ${COLUMN_FIELDS.join(", ")}`,
      );
    if (typeof name !== "string") throw wrong(`${field} is no name of a column`);
  }
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wrong(text: string): InvalidRequest {
  return invalidAt(["body", "columns"], { type: "value_error", text });
}
