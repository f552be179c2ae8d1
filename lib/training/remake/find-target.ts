import type { Project } from "#lib/access/context.ts";
import { type CheckpointRow, findCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import { type ModelRow, toModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound, Rejected } from "#lib/platform/errors.ts";

export type Target = {
  readonly model: ModelRow;
  readonly project: Pick<Project, "id" | "path">;
  readonly checkpoint: CheckpointRow;
};

const NAMED =
  /^(?:(?<entity>[^/:@\s]+)\/(?<project>[^/:@\s]+)\/)?(?<name>[^/:@\s]+)(?:(?::step|:v|@)(?<step>\d{1,10})|:(?<alias>[A-Za-z0-9][A-Za-z0-9._-]{0,63}))?$/;

/**
 * The checkpoint that the owner of the machine names: a model's id or name, with entity and project where several have the name, then `:step3` or an alias; the newest
 * one where nothing follows, damaged or not.
 */
export async function findTarget(db: Db, text: string): Promise<Target> {
  const { entity, project: projectName, name, step, alias } = NAMED.exec(text)?.groups ?? {};
  if (name === undefined)
    throw new Rejected(`'${text}' names no model; write its name, or <entity>/<project>/<name>:step3`);
  const found = await db.prisma.model.findMany({
    where: {
      deletedAt: null,
      OR: [{ id: name }, { name }],
      ...(entity === undefined ? {} : { project: { entityName: entity, name: projectName } }),
    },
    include: { project: true },
  });
  const [row, other] = found;
  if (!row) throw new NotFound(`There is no model ${text}`);
  if (other) {
    const all = found.map((one) => `${one.project.entityName}/${one.project.name}/${one.name}`);
    throw new Rejected(`Several models have this name; write one of ${all.join(", ")}`);
  }
  const model = toModelRow(row);
  const pinned = step === undefined ? await stepOf(db, model, alias ?? "latest") : Number(step);
  const checkpoint = pinned === null ? null : await findCheckpoint(db, model, pinned);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint ${text.slice(name.length)}`.trim());
  const { id, entityName } = row.project;
  return { model, checkpoint, project: { id, path: `${entityName}/${row.project.name}` } };
}

async function stepOf(db: Db, { id: modelId }: ModelRow, alias: string): Promise<number | null> {
  if (alias !== "latest") {
    const named = await db.prisma.checkpointAlias.findFirst({ where: { modelId, name: alias } });
    return named?.step ?? null;
  }
  const newest = await db.prisma.checkpoint.findFirst({
    where: { modelId, deletedAt: null, isInterim: false },
    orderBy: { step: "desc" },
  });
  return newest?.step ?? null;
}
