import { isStorableText } from "#lib/contract/storable.ts";
import type { Db } from "#lib/platform/db/database.ts";

type Place = { jobId: string; eventId: string; onlyListed: boolean };

/** The number of a job's event, or null where the job has no such event. */
export async function eventNumber(db: Db, { jobId, eventId, onlyListed }: Place): Promise<bigint | null> {
  if (!isStorableText(eventId)) return null;
  const found = await db.prisma.trainingEvent.findFirst({
    where: { id: eventId, jobId, ...(onlyListed ? { isListed: true } : {}) },
    select: { number: true },
  });
  return found?.number ?? null;
}
