import { askedVersion } from "#lib/annotation/field-lineage.internal.ts";
import type { Move } from "#lib/annotation/slots/own-progress.internal.ts";
import type { DeskRules } from "#lib/annotation/slots/require-annotator.internal.ts";
import { hiddenFields } from "#lib/contract/annotation/field-rules.ts";
import type { FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { columns, json, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";

const SAID = columns({
  ...of("feedback f", "id"),
  ref: text(sql`f.annotation_ref`),
  value: json(sql`coalesce(f.sanitized, f.payload) -> 'value'`),
});
type Said = RowOf<typeof SAID>;

/**
 * The fields that the annotator's own answers to the item leave unasked; throws where one of them is answered all the same, now (`sent`)
 * or before.
 */
export async function requireAskedOnly(
  db: Db,
  move: Move,
  { rules, sent }: { rules: DeskRules; sent: readonly FeedbackResult[] },
): Promise<ReadonlySet<string>> {
  const { fieldRules, scorerRefs } = rules;
  if (fieldRules.every(({ whenRef }) => whenRef === null)) return new Set();
  const said = (await ownAnnotations(db, move)).flatMap((one): Said[] => {
    const ref = askedVersion(scorerRefs, one.ref);
    return ref === null ? [] : [{ ...one, ref }];
  });
  const values = new Map(said.map(({ ref, value }) => [ref, value]));
  const hidden = hiddenFields(fieldRules, (ref) => values.get(ref));
  const problems = said.filter(({ ref }) => hidden.has(ref)).map((one) => problemOf(one, sent));
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
  return hidden;
}

/** Oldest first, so that the latest of a field is the last. */
function ownAnnotations(db: Db, move: Move): Promise<Said[]> {
  return db.query(
    sql`
      select ${SAID}
      from queue_item i
      join feedback f on f.project_id = i.project_id and f.call_id in (i.call_id, i.pair_call_id)
      where i.project_id = ${move.projectId} and i.id = ${move.itemId}
        and f.user_id = ${move.annotatorId} and f.queue_id = ${move.queueId} and f.annotation_ref is not null
      order by f.created_at, f.id collate "C"`,
    "own-annotations",
  );
}

function problemOf({ id, ref }: Said, sent: readonly FeedbackResult[]): Problem {
  const index = sent.findIndex((one) => one.id === id);
  if (index < 0)
    return problemAt(["body", "replaced"], {
      type: "value_error",
      text: `the field ${ref} is not asked after these answers; name its earlier answer ${id} here`,
    });
  return problemAt(["body", "feedback", index, "annotation_ref"], {
    type: "value_error",
    text: `the field ${ref} is not asked after these answers; leave it out`,
  });
}
