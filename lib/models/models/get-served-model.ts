import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getServedModel as contract } from "#lib/contract/models/served-models.ts";
import { fullReference, listServedModels } from "./list-served-models.ts";
import { noSuchName, requireRegisteredModel } from "./resolve-model.ts";

/** The listed model of a name. A name that is not in the list is another spelling of a registered model. */
export async function getServedModel(
  ctx: AccountCtx,
  { model: name }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { data } = await listServedModels(ctx);
  const listed = data.find(({ id }) => id === name);
  if (listed) return listed;
  const sought = { name, permission: "models:read" } as const;
  const { project, name: ownName } = await requireRegisteredModel(ctx.db, ctx.actor, sought);
  const meant = data.find(({ id }) => id === fullReference(project.path, ownName));
  if (!meant) throw noSuchName(name);
  return meant;
}
