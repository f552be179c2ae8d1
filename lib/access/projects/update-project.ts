import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { updateProject as contract } from "#lib/contract/access/projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

/** Changes the displayed name. The path never changes: references and programs use it. */
export function updateProject(
  { db, actor, project, requestId }: Ctx,
  { displayName: typed }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { id, entity, name, path, role } = project;
  const trimmed = typed.trim();
  const displayName = trimmed === "" || trimmed === name ? null : trimmed;
  return db.transaction(async (tx) => {
    const { createdAt } = await tx.prisma.project.update({ where: { id }, data: { displayName } });
    const details = { name: displayName };
    await recordAudit(
      { db: tx, actor, requestId },
      { action: "project.renamed", projectId: id, target: id, details },
    );
    return {
      projectId: path,
      entity,
      name,
      role,
      createdAt,
      ...(displayName === null ? {} : { displayName }),
    };
  });
}
