import type { Ctx } from "#lib/access/context.ts";
import { GateLine } from "#lib/contract/evaluation/gates.ts";
import { PROMOTION_STATES, type Promotion } from "#lib/contract/evaluation/promotions.ts";
import { list, oneOf } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import type { Prisma, Promotion as Row } from "#lib/generated/prisma/client.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { standingRefusals } from "./standing-refusals.internal.ts";

type Place = Pick<Ctx, "db" | "project">;
type Paging = { limit: number; offset: number };
type Found = Row & { model: { name: string } };

const WITH_MODEL = { model: { select: { name: true } } } as const;

/** Of models that are still there, newest first. */
export async function findPromotions(
  { db, project }: Place,
  where: Prisma.PromotionWhereInput,
  { limit, offset }: Paging,
): Promise<{ promotions: Promotion[]; totalCount: number }> {
  const kept = { ...where, projectId: project.id, model: { deletedAt: null } };
  const rows = await db.prisma.promotion.findMany({
    where: kept,
    include: WITH_MODEL,
    orderBy: [{ askedAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  const stands = await standingRefusals({ db, project }, rows);
  return {
    promotions: rows.map((row) => toPromotion(row, stands)),
    totalCount: await db.prisma.promotion.count({ where: kept }),
  };
}

export async function requirePromotion(place: Place, id: string): Promise<Promotion> {
  const { promotions } = await findPromotions(place, { id }, { limit: 1, offset: 0 });
  const [promotion] = promotions;
  if (!promotion) throw new NotFound(`Promotion ${id} not found; it does not exist in this project`);
  return promotion;
}

export function requireWaiting({ alias, step, state }: Promotion): void {
  if (state !== "waiting")
    throw new Conflict(`Step ${step} for ${alias} does not wait any more: it was ${state}`, {
      code: "decided",
    });
}

/** The columns hold only what was encoded for them. */
function toPromotion(
  { projectId: _, model, state, lines, ...row }: Found,
  stands: (id: string) => boolean,
): Promotion {
  return {
    refusalStands: stands(row.id),
    ...row,
    modelName: model.name,
    state: z.decode(oneOf(PROMOTION_STATES), state),
    lines: z.decode(list(GateLine), lines),
  };
}
