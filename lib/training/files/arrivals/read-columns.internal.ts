import { isDict } from "#lib/contract/fields.ts";
import { type Columns, faultOfColumns } from "#lib/datasets/import/columns.ts";
import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** What a form says of the columns of a table: a JSON object from what is meant to the name of its column. */
export function readColumns(text: string): Columns {
  const read = parsed(text);
  if (!isDict(read))
    throw wrong('it is no JSON object; write {"prompt": "Question", "completion": "Answer"}');
  const fault = faultOfColumns(read);
  if (fault !== null) throw wrong(fault);
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
