import { actingFor } from "#lib/access/acting-for.ts";
import type { Ctx } from "#lib/access/context.ts";
import { findProject, requirePermission } from "#lib/access/permissions/require-project.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";

/** Models and graders are waited for so long at a time. */
const ANSWER_WITHIN_MS = 120_000;

type Work = {
  userId: string;
  projectId: string;
  entity: string;
  project: string;
  purpose: string;
  needs: readonly Permission[];
};

/** In whose name long work is done; null where they may no longer do what it needs. */
export async function workingCtx(db: Db, work: Work): Promise<Ctx | null> {
  const actor = await actingFor(db, work);
  const project = actor && (await findProject(db, actor, `${work.entity}/${work.project}`));
  if (!actor || !project) return null;
  try {
    for (const permission of work.needs) requirePermission(actor, project, permission);
  } catch (error) {
    if (error instanceof Forbidden) return null;
    throw error;
  }
  return { db, actor, project, requestId: newId(), signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
}
