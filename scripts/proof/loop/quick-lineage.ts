import { traceLineage } from "#lib/contract/datasets/lineage.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { newId } from "#lib/platform/ids.ts";
import { percentile } from "../../bench/measure.ts";
import { BASE_MODEL, TRAINING } from "../../examples/loop/student.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, unless } from "./check.ts";
import type { House } from "./house.ts";
import { fillLargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf } from "./sources.ts";

const ITEMS = 10_000;
const VERSIONS = 10;
const ASKED = 20;
const AIM_MS = 200;

/** What learned from somebody is known at once, also where it is a hundred thousand rows. */
export const quickLineage: Check = async (house) => {
  const town = await house.town(["Cleo"]);
  const { lead, projectId } = town;
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 18 });
  const refs: string[] = [];
  for (let seed = 0; seed < VERSIONS; seed++) {
    const recipe = labelsOf(
      queue,
      { rule: "each" },
      { dedupe: { exact: false }, split: { held_out: 0.1, seed } },
    );
    const { version } = await build(town, await aDataset(town, recipe));
    // As a job keeps what it learns from.
    refs.push(version.ref.replace(/:[^:]+$/, `:v${version.number}`));
  }
  await learnFrom(house, town, refs);
  const start = { kind: "annotator", id: town.annotators[0]?.userId ?? "" } as const;
  const ask = () => lead.call(traceLineage, { projectId, start, direction: "down", depth: 1000 });
  const { counts } = await ask();
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked++) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return {
    found: `from a person to ${counts.checkpoints} checkpoints over ${counts.rows.toLocaleString("en")} rows in ${p50.toFixed(0)} ms (p95 ${p95.toFixed(0)} ms)`,
    faults: [
      ...unless(counts.rows > 0.95 * ITEMS * VERSIONS, `Only ${counts.rows} rows were reached.`),
      ...unless(counts.answers === ITEMS, `${counts.answers} answers were reached, and ${ITEMS} were given.`),
      ...unless(
        counts.checkpoints === VERSIONS,
        `${counts.checkpoints} checkpoints were reached of ${VERSIONS}.`,
      ),
      ...unless(p50 <= AIM_MS, `It took ${p50.toFixed(0)} ms, and the aim is ${AIM_MS} ms.`),
    ],
  };
};

/** A job on each version, with its checkpoint, as trainers leave them: only who learned from what matters here. */
async function learnFrom(
  house: House,
  { lead, entity, project }: Town,
  refs: readonly string[],
): Promise<void> {
  const named = { entity, project, name: "learner", baseModel: BASE_MODEL, returnExisting: false };
  const { id: modelId } = await lead.call(createModel, { ...named, training: TRAINING });
  for (const [at, ref] of refs.entries()) {
    const [jobId, checkpointId] = [newId(), newId()];
    await house.query(
      `insert into training_job (id, project_id, model_id, kind, state, source, config, created_by, dataset_ref, ended_at)
       select $1, project_id, id, 'sft', 'completed', 'none', '{}', created_by, $2, now() from model where id = $3`,
      [jobId, ref, modelId],
    );
    await house.query(
      `insert into checkpoint (id, project_id, model_id, step, job_id) select $1, project_id, id, $2, $3 from model where id = $4`,
      [checkpointId, at + 1, jobId, modelId],
    );
  }
}
