import { RateLimiterMemory } from "rate-limiter-flexible";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Actor } from "#lib/access/context.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { findProject } from "./require-project.ts";

/** A caller who is refused repeatedly cannot fill the log or the disk. */
const MAX_PER_MINUTE = 60;
const recorded = processWide(
  "recorded-denials",
  () => new RateLimiterMemory({ points: MAX_PER_MINUTE, duration: 60 }),
);

/** Records that a known actor was denied something; under a project only if it is one of the actor's own. */
export async function recordDenial(
  { db, actor, requestId }: { db: Db; actor: Actor; requestId: string },
  { operationId, paths }: { operationId: string; paths: Iterable<string> },
): Promise<void> {
  const { consumedPoints } = await recorded.penalty(actor.userId);
  if (consumedPoints > MAX_PER_MINUTE) return;
  const [path] = paths;
  const project = path === undefined ? null : await findProject(db, actor, path);
  await recordAudit(
    { db, actor, requestId },
    {
      action: "authorisation.denied",
      outcome: "refused",
      target: operationId,
      ...(project ? { projectId: project.id } : {}),
    },
  );
}
