import { Conflict } from "#lib/platform/errors.ts";

/** The code by which programs recognise this conflict. */
const CODE = "queue_archived";

/** Why nobody gets an item that they do not hold. */
export function queueArchived(queueId: string): Conflict {
  return new Conflict(
    `Queue ${queueId} is archived and has no new items; use another queue, or ask a lead to restore this one (is_archived: false)`,
    { code: CODE },
  );
}
