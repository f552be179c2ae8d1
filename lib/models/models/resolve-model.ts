import type { Actor, Project } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { findBaseModel, whyNotOffered } from "#lib/models/base-models/base-models.ts";
import {
  type CheckpointRow,
  findCheckpoint,
  latestCheckpoint,
  policyOf,
} from "#lib/models/checkpoints/checkpoints.ts";
import { type OpenModel, toModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Damaged, NotFound, Rejected } from "#lib/platform/errors.ts";

/** The resolved model of a name, for one caller. */
export type ResolvedModel =
  | { readonly kind: "base"; readonly name: string; readonly folder: string; readonly policy: PolicyFiles }
  | {
      readonly kind: "checkpoint";
      readonly model: OpenModel;
      readonly checkpoint: CheckpointRow;
      readonly policy: PolicyFiles;
    };

/**
 * Resolves a model's name in any of its spellings: a base model; `wandb-artifact:///entity/project/name` (also with two slashes, or
 * without the scheme); a registered name alone, if only one of the caller's projects has it, that of the default entity first.
 * `:stepN`, `:vN` and `@N` pin a checkpoint; any other word after a colon is an alias; `:latest` or nothing is the newest servable one.
 * Throws `NotFound` in the same words for unknown and foreign names, and `Forbidden` if the caller may not use the project's models.
 */
export async function resolveModel(db: Db, actor: Actor, name: string): Promise<ResolvedModel> {
  const base = await findBaseModel(name);
  if (base) {
    const policy = { modelFolder: base.folder, adapterFolder: null };
    return { kind: "base", name: base.name, folder: base.folder, policy };
  }
  const { model, pin } = await requireNamed(db, actor, { name, permission: "chat:create" });
  const checkpoint = await checkpointOf(db, model, { name, pin });
  return { kind: "checkpoint", model, checkpoint, policy: await policyOf(model, checkpoint) };
}

/** The registered model that a name means, with the checkpoint that it may pin, in a project that allows `permission`. Throws as `resolveModel` does. */
export async function requireRegisteredModel(db: Db, actor: Actor, sought: Sought): Promise<OpenModel> {
  const { model, pin } = await requireNamed(db, actor, sought);
  if (pin !== null) await checkpointOf(db, model, { name: sought.name, pin });
  return model;
}

type Sought = { name: string; permission: Permission };

async function requireNamed(
  db: Db,
  actor: Actor,
  { name, permission }: Sought,
): Promise<{ model: OpenModel; pin: Pin }> {
  const wanted = readName(name);
  const model = wanted && (await findModel(db, actor, { ...wanted, permission }));
  if (!model) throw await noSuchModel(name);
  return { model, pin: wanted.pin };
}

/** A step, an alias, or null for the newest. */
type Pin = number | string | null;
type Wanted = { path: string | null; name: string; pin: Pin };

const PINNED =
  /^(?<model>.*?)(?::(?:latest|(?:step|v)(?<step>\d{1,10})|(?<alias>[A-Za-z0-9][A-Za-z0-9._-]{0,63}))|@(?<at>\d{1,10}))?$/s;

function readName(text: string): Wanted | null {
  const { model = "", step, at, alias } = PINNED.exec(text)?.groups ?? {};
  const segments = model.replace(/^wandb-artifact:\/{2,3}/, "").split("/");
  const pinned = step ?? at;
  const name = segments.pop() ?? "";
  if (name === "" || /[:@\s]/.test(name) || !name.isWellFormed() || name.includes("\0")) return null;
  const place = { name, pin: pinned === undefined ? (alias ?? null) : Number(pinned) };
  if (segments.length === 0) return model.includes(":") ? null : { path: null, ...place };
  return segments.length === 2 && segments.every(Boolean) ? { path: segments.join("/"), ...place } : null;
}

type ByName = Sought & { path: string | null };

async function findModel(db: Db, actor: Actor, { path, ...sought }: ByName): Promise<OpenModel | null> {
  if (path === null) return findByNameAlone(db, actor, sought);
  if (!path.isWellFormed() || path.includes("\0") || !(await findProject(db, actor, path))) return null;
  const { name, permission } = sought;
  return findIn(db, await requireProject(db, actor, { path, permission }), name);
}

async function findIn(db: Db, project: Project, name: string): Promise<OpenModel | null> {
  const row = await db.prisma.model.findFirst({ where: { projectId: project.id, name, deletedAt: null } });
  return row && { ...toModelRow(row), project };
}

async function findByNameAlone(
  db: Db,
  actor: Actor,
  { name, permission }: Sought,
): Promise<OpenModel | null> {
  const projects = await allowedProjects(db, actor, permission);
  const rows = await db.prisma.model.findMany({
    where: { projectId: { in: projects.map(({ id }) => id) }, name, deletedAt: null },
  });
  const places = projects.filter(({ id }) => rows.some(({ projectId }) => projectId === id));
  const own = places.filter(({ entity }) => entity === actor.defaultEntity);
  const [project, another] = own.length > 0 ? own : places;
  if (!project) return null;
  if (another)
    throw new Rejected(
      `Several of your projects have a model ${name}: write ${project.path}/${name} or ${another.path}/${name}`,
    );
  return findIn(db, project, name);
}

async function checkpointOf(
  db: Db,
  model: OpenModel,
  { name, pin }: { name: string; pin: Pin },
): Promise<CheckpointRow> {
  const step = typeof pin === "string" ? await stepOfAlias(db, model, pin) : pin;
  if (step === undefined) throw noSuchName(name);
  const checkpoint =
    step === null ? await latestCheckpoint(db, model) : await findCheckpoint(db, model, step);
  if (!checkpoint) throw noSuchName(name);
  if (checkpoint.corruptAt !== null)
    throw new Damaged(
      `The files of ${name} have changed since they were written; use another step of the model`,
    );
  return checkpoint;
}

async function stepOfAlias(
  db: Db,
  { id: modelId, projectId }: OpenModel,
  name: string,
): Promise<number | undefined> {
  const key = { projectId, modelId, name };
  const row = await db.prisma.checkpointAlias.findUnique({ where: { projectId_modelId_name: key } });
  return row?.step;
}

/** A folder among the models that cannot be used says why. */
async function noSuchModel(name: string): Promise<NotFound> {
  const reason = await whyNotOffered(name);
  return reason === null ? noSuchName(name) : new NotFound(`The model '${name}' cannot be used: ${reason}`);
}

export function noSuchName(name: string): NotFound {
  return new NotFound(`The model '${name.slice(0, 300)}' does not exist; GET /v1/models lists those that do`);
}
