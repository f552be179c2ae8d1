import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.deleteEvaluation;

export function deleteEvaluation(ctx: Ctx, { evaluationId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const place = { db, project };
    await lockRow(db, "evaluation", { projectId: project.id, id: evaluationId }, "update");
    const { name } = await requireEvaluation(place, evaluationId);
    const users = await usersOf(place, evaluationId);
    if (users.length > 0)
      throw new Conflict(`${name} is in use by ${users.join(" and ")}; archive it instead`, {
        code: "in_use",
      });
    // Only loops that are deleted are left, which begin nothing any more.
    await db.prisma.loop.updateMany({
      where: { projectId: project.id, evaluationId },
      data: { evaluationId: null },
    });
    await db.prisma.evaluationModel.deleteMany({ where: { projectId: project.id, evaluationId } });
    await db.prisma.evaluation.delete({ where: { id: evaluationId } });
    await tellProject(db, project.id, "evaluations");
    return { deletedCount: 1 };
  });
}

/** What would no longer know what it measured or goes by, in words: `2 runs`, `1 gate`. */
async function usersOf({ db, project }: Pick<Ctx, "db" | "project">, id: string): Promise<string[]> {
  const [found] = await db.query(sql`
    select ${columns({
      runs: int(
        sql`(select count(*) from evaluation_run n where n.project_id = ${project.id} and n.evaluation_id = ${id})`,
      ),
      gates: int(sql`(
        select count(*) from checkpoint_gate g
        where g.project_id = ${project.id} and (g.target ->> 'evaluation_id' = ${id}
          or exists (select from json_array_elements(g.guards) as u (guard) where u.guard ->> 'evaluation_id' = ${id})))`),
      loops: int(
        sql`(select count(*) from loop l where l.project_id = ${project.id} and l.evaluation_id = ${id} and l.deleted_at is null)`,
      ),
      reinforcements: int(sql`(
        select count(*) from rl_run r where r.project_id = ${project.id} and r.guard ->> 'evaluation_id' = ${id})`),
    })}`);
  const { runs = 0, gates = 0, loops = 0, reinforcements = 0 } = found ?? {};
  return [
    counted(runs, "run"),
    counted(gates, "gate"),
    counted(loops, "loop"),
    counted(reinforcements, "run of reinforcement", "runs of reinforcement"),
  ].flatMap((words) => words ?? []);
}

function counted(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}
