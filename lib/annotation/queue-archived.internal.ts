import { Conflict } from "#lib/platform/errors.ts";

/** What a program tells this conflict by. */
const CODE = "queue_archived";

/** Why nobody gets an item that they do not hold. */
export function queueArchived(queueId: string): Conflict {
  return new Conflict(
    `Queue ${queueId} is archived and hands out nothing new; take an item of another queue, or have a lead bring this one back (is_archived: false)`,
    { code: CODE },
  );
}
