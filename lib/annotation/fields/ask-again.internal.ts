import { answersToField, isAskable } from "#lib/annotation/answers/field-answers.internal.ts";
import { showReopened } from "#lib/annotation/answers/reopen-items.internal.ts";
import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import type { AskAgain } from "#lib/contract/annotation/queue-fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";
import type { PlannedChange, Touch } from "./field-change.internal.ts";

type Asking = Pick<PlannedChange, "field" | "objectId" | "name"> & Touch & { asked: AskAgain };

/**
 * Items go back to those who answered the field, the locked ones, with that question open; what they said besides stays. Gives the number
 * of answers that are asked again. Who has an item back already gets the question on top.
 */
export async function askAgain(
  db: Db,
  { field, objectId, name, asked, touched, annotatorIds }: Asking,
): Promise<number> {
  if (asked === "nobody") return 0;
  const texts = touched.map(({ text }) => text);
  const { itemIds, people } = await showReopened(
    db,
    field.projectId,
    sql`
      update item_progress p
      set state = 'unstarted', revision = p.revision + 1, finished_at = null, skip_reason = null,
        sent_back = coalesce(p.sent_back, ${`The question “${name}” has changed; answer it again.`}),
        asked_again = array(select distinct unnest(p.asked_again || ${objectId}::text)), asked_at = clock_timestamp(),
        updated_at = clock_timestamp()
      from (${answersToField(field)}) a
      where p.project_id = ${field.projectId} and p.item_id = a.item_id and p.annotator_id = a.annotator_id
        and ${isAskable(annotatorIds)} ${asked === "touched" ? sql`and a.value = any(${texts}::text[])` : empty}`,
  );
  if (itemIds.length > 0) await refreshItems(db, { projectId: field.projectId, itemIds });
  return people;
}
