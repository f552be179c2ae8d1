import type { Ctx } from "#lib/access/context.ts";
import type { Promotion } from "#lib/generated/prisma/client.ts";

type Asked = Pick<Promotion, "id" | "modelId" | "alias" | "state" | "askedAt" | "decidedAt">;

/** Which of the refused ones are the last word on their alias: nobody asked for it since, and it has not moved. */
export async function standingRefusals(
  { db, project }: Pick<Ctx, "db" | "project">,
  asked: readonly Asked[],
): Promise<(id: string) => boolean> {
  const refused = asked.filter(({ state }) => state === "refused");
  if (refused.length === 0) return () => false;
  const of = {
    by: ["modelId", "alias"] as ["modelId", "alias"],
    where: { projectId: project.id, modelId: { in: [...new Set(refused.map(({ modelId }) => modelId))] } },
  };
  const newest = await db.prisma.promotion.groupBy({ ...of, _max: { askedAt: true } });
  const moves = await db.prisma.checkpointAliasMove.groupBy({ ...of, _max: { movedAt: true } });
  const askedLast = byAlias(newest.map(({ _max, ...at }) => ({ ...at, time: _max.askedAt })));
  const movedLast = byAlias(moves.map(({ _max, ...at }) => ({ ...at, time: _max.movedAt })));
  const standing = refused.filter(
    (one) =>
      one.askedAt.getTime() >= (askedLast(one) ?? 0) &&
      (movedLast(one) ?? 0) < (one.decidedAt?.getTime() ?? 0),
  );
  const ids = new Set(standing.map(({ id }) => id));
  return (id) => ids.has(id);
}

type At = { modelId: string; alias: string };

/** The time of each alias, in milliseconds. */
function byAlias(times: readonly (At & { time: Date | null })[]): (at: At) => number | undefined {
  const key = ({ modelId, alias }: At) => `${modelId} ${alias}`;
  const known = new Map(times.map(({ time, ...at }) => [key(at), time?.getTime()]));
  return (at) => known.get(key(at));
}
