import type { Ctx } from "#lib/context.ts";
import { PREFERENCE_TYPE, VERDICTS } from "#lib/contract/preference.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { InvalidRequest, type Problem } from "#lib/errors.ts";
import { findFieldFaults } from "#lib/feedback/find-field-faults.ts";
import { invalidAt, MOST_PROBLEMS, problemAt } from "#lib/problem.ts";
import { normalizeRef } from "#lib/refs/ref.ts";

/** As many as a queue may have. */
const MOST_FIELDS = 1000;

type Decided = { projectId: string; itemId: string; values: Record<string, unknown> };

/** The values in the spelling that is stored, by the reference of their field; throws where one does not fit its field. */
export async function decidedValues(
  { db, project }: Pick<Ctx, "db" | "project">,
  { projectId, itemId, values }: Decided,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(values);
  if (entries.length > MOST_FIELDS)
    throw invalidAt(["body", "values"], {
      type: "dict_too_long",
      bound: MOST_FIELDS,
      actual: entries.length,
    });
  const [verdicts, fields] = [
    entries.filter(([key]) => key === PREFERENCE_TYPE),
    entries.filter(([key]) => key !== PREFERENCE_TYPE),
  ];
  const faults = await findFieldFaults(db, project, new Map(fields));
  for (const [, verdict] of verdicts)
    if (!(await isPair(db, projectId, itemId)))
      faults.set(PREFERENCE_TYPE, "the item is no pair; leave it out");
    else if (!VERDICTS.some((known) => known === verdict))
      faults.set(PREFERENCE_TYPE, `the verdict is one of ${VERDICTS.join(", ")}`);
  if (faults.size > 0) throw new InvalidRequest([...faults].slice(0, MOST_PROBLEMS).map(asProblem));
  return Object.fromEntries(entries.map(([key, value]) => [normalizeRef(key), value]));
}

function asProblem([key, text]: [string, string]): Problem {
  return problemAt(["body", "values", key], { type: "value_error", text });
}

async function isPair(db: Db, projectId: string, itemId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from queue_item where project_id = ${projectId} and id = ${itemId} and pair_call_id is not null`);
  return rows.length > 0;
}
