import type { Ctx } from "#lib/access/context.ts";
import type { LineageKind, TracedNode } from "#lib/contract/datasets/lineage.ts";
import { bool, columns, field, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { roundPlace } from "./round-place.internal.ts";
import { rowPlace } from "./row-place.internal.ts";

export type Described = Pick<TracedNode, "id" | "name" | "ofId" | "number" | "state" | "isDeleted">;

/**
 * What is there of the ids of a kind in the project, in no order. Where there may be a hundred thousand of a kind, each is looked for by itself: until
 * PostgreSQL has counted them, it would rather read all.
 */
export function describeNodes(
  { db, project }: Pick<Ctx, "db" | "project">,
  kind: LineageKind,
  ids: readonly string[],
): Promise<Described[]> {
  return db.query(DESCRIPTIONS[kind](project.id, [...ids]));
}

const NONE = orNull(text(sql`null`));
const NO_NUMBER = orNull(int(sql`null`));
const NO_NAME = text(sql`''`);
const NOT_DELETED = bool(sql`false`);

const OF_PERSON = columns({
  ...of("app_user u", "id", "name"),
  ofId: NONE,
  number: NO_NUMBER,
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_ITEM = columns({
  ...of("queue_item i", "id"),
  name: NO_NAME,
  ofId: orNull(field("queue_item i", "queueId")),
  number: NO_NUMBER,
  state: NONE,
  isDeleted: bool(sql`i.deleted_at is not null`),
});
const OF_ANSWER = columns({
  ...of("feedback f", "id"),
  name: NO_NAME,
  ofId: orNull(field("feedback f", "queueId")),
  number: NO_NUMBER,
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_DECISION = columns({
  id: field("adjudication d", "itemId"),
  name: NO_NAME,
  ofId: orNull(field("adjudication d", "queueId")),
  number: NO_NUMBER,
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_ROW = columns({
  id: text(sql`o.version_id || '/' || o.position`),
  name: NO_NAME,
  ofId: orNull(field("dataset_row o", "versionId")),
  number: orNull(field("dataset_row o", "position")),
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_VERSION = columns({
  ...of("dataset_version v", "id"),
  ...of("dataset d", "name"),
  ofId: orNull(field("dataset_version v", "datasetId")),
  number: orNull(field("dataset_version v", "number")),
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_ROUND = columns({
  id: text(sql`o.run_id || '/' || o.round`),
  ...of("rl_run n", "name"),
  ofId: orNull(field("rl_round o", "runId")),
  number: orNull(field("rl_round o", "round")),
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_JOB = columns({
  ...of("training_job j", "id"),
  name: text(sql`coalesce(j.name, '')`),
  ofId: orNull(field("training_job j", "modelId")),
  number: orNull(field("training_job j", "step")),
  state: orNull(text(sql`j.state`)),
  isDeleted: NOT_DELETED,
});
const OF_CHECKPOINT = columns({
  ...of("checkpoint c", "id"),
  ...of("model m", "name"),
  ofId: orNull(field("checkpoint c", "modelId")),
  number: orNull(field("checkpoint c", "step")),
  state: NONE,
  isDeleted: bool(sql`c.deleted_at is not null`),
});
const OF_ALIAS = columns({
  id: text(sql`a.model_id || '/' || a.name`),
  ...of("checkpoint_alias a", "name"),
  ofId: orNull(field("checkpoint_alias a", "modelId")),
  number: orNull(field("checkpoint_alias a", "step")),
  state: NONE,
  isDeleted: NOT_DELETED,
});
const OF_RUN = columns({
  ...of("evaluation_run r", "id"),
  ...of("evaluation e", "name"),
  ofId: orNull(field("evaluation_run r", "evaluationId")),
  number: orNull(field("evaluation_run r", "step")),
  state: orNull(text(sql`r.state`)),
  isDeleted: NOT_DELETED,
});

type Statement = ReturnType<typeof sql<[typeof OF_PERSON]>>;

const DESCRIPTIONS: { [K in LineageKind]: (projectId: string, ids: string[]) => Statement } = {
  // Names are of those who have worked in the project or said what became a row or a reward.
  annotator: (projectId, ids) => sql`
    select ${OF_PERSON} from app_user u
    where u.id = any(${ids}::text[]) and coalesce(
      (select true from dataset_answer a where a.project_id = ${projectId} and a.user_id = u.id limit 1),
      (select true from rl_evidence e where e.project_id = ${projectId} and e.user_id = u.id limit 1),
      (select true from item_progress p where p.project_id = ${projectId} and p.annotator_id = u.id limit 1), false)`,
  item: (projectId, ids) => sql`
    select ${OF_ITEM} from queue_item i where i.project_id = ${projectId} and i.id = any(${ids}::text[])`,
  answer: (projectId, ids) => sql`
    select ${OF_ANSWER} from feedback f where f.project_id = ${projectId} and f.id = any(${ids}::text[])`,
  decision: (projectId, ids) => sql`
    select ${OF_DECISION} from adjudication d where d.project_id = ${projectId} and d.item_id = any(${ids}::text[])`,
  row: (projectId, ids) => {
    const places = ids.map(rowPlace);
    return sql`
      select ${OF_ROW}
      from unnest(${places.map(({ versionId }) => versionId)}::text[], ${places.map(({ position }) => position)}::int[])
        as asked (version_id, position)
      cross join lateral (
        select * from dataset_row o
        where o.project_id = ${projectId} and o.version_id = asked.version_id and o.position = asked.position offset 0) o`;
  },
  version: (projectId, ids) => sql`
    select ${OF_VERSION} from dataset_version v join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where v.project_id = ${projectId} and v.id = any(${ids}::text[])`,
  rl_round: (projectId, ids) => {
    const places = ids.map(roundPlace);
    return sql`
      select ${OF_ROUND}
      from unnest(${places.map(({ runId }) => runId)}::text[], ${places.map(({ round }) => round)}::int[]) as asked (run_id, round)
      join rl_round o on o.project_id = ${projectId} and o.run_id = asked.run_id and o.round = asked.round
      join rl_run n on n.project_id = o.project_id and n.id = o.run_id`;
  },
  job: (projectId, ids) => sql`
    select ${OF_JOB} from training_job j where j.project_id = ${projectId} and j.id = any(${ids}::text[])`,
  checkpoint: (projectId, ids) => sql`
    select ${OF_CHECKPOINT} from checkpoint c join model m on m.project_id = c.project_id and m.id = c.model_id
    where c.project_id = ${projectId} and c.id = any(${ids}::text[])`,
  alias: (projectId, ids) => sql`
    select ${OF_ALIAS} from checkpoint_alias a where a.project_id = ${projectId} and a.model_id || '/' || a.name = any(${ids}::text[])`,
  run: (projectId, ids) => sql`
    select ${OF_RUN} from evaluation_run r join evaluation e on e.project_id = r.project_id and e.id = r.evaluation_id
    where r.project_id = ${projectId} and r.id = any(${ids}::text[])`,
};
