import type { Ctx } from "#lib/access/context.ts";
import type { Grader, SingleGrader } from "#lib/contract/evaluation/grader.ts";
import { findBaseModel } from "#lib/models/base-models/base-models.ts";
import { requireRegisteredModel } from "#lib/models/models/resolve-model.ts";
import { findUpstream } from "#lib/models/upstreams/find-upstream.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

/** Those of the calls whose rows a model of the grader was trained on: agreement on them says how well it remembers. */
export async function learnedCalls(
  ctx: Ctx,
  grader: Grader,
  callIds: readonly string[],
): Promise<Set<string>> {
  const learned = new Set<string>();
  for (const model of modelsOf(grader))
    for (const id of await learnedBy(ctx, model, callIds)) learned.add(id);
  return learned;
}

function modelsOf(grader: Grader): Set<string> {
  const parts: SingleGrader[] = grader.type === "multi" ? Object.values(grader.graders) : [grader];
  return new Set(parts.flatMap((part) => ("model" in part ? part.model : [])));
}

async function learnedBy(ctx: Ctx, name: string, callIds: readonly string[]): Promise<string[]> {
  const { db, project } = ctx;
  const modelId = await registeredId(ctx, name);
  if (modelId === null) return [];
  const rows = await db.query(sql`
    select distinct ${columns({ callId: text(sql`e.evidence_id`) })}
    from training_job j
    join dataset_version v on v.project_id = j.project_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
      and j.dataset_ref = 'weave:///' || ${project.path} || '/object/' || d.name || ':v' || v.number
    join dataset_evidence e on e.project_id = v.project_id and e.version_id = v.id and e.kind = 'call'
    join dataset_row r on r.project_id = v.project_id and r.version_id = v.id and r.position = e.position and not r.is_held_out
    where j.project_id = ${project.id} and j.model_id = ${modelId} and j.state = 'completed'
      and e.evidence_id = any(${[...callIds]}::text[])`);
  return rows.map(({ callId }) => callId);
}

/** Null of base models and of those of other servers, which learn nothing here. */
async function registeredId({ db, actor }: Ctx, name: string): Promise<string | null> {
  if ((await findUpstream(db, name)) || (await findBaseModel(name))) return null;
  try {
    return (await requireRegisteredModel(db, actor, { name, permission: "chat:create" })).id;
  } catch (error) {
    // Asking the model says that it is not there.
    if (error instanceof NotFound) return null;
    throw error;
  }
}
