import { listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import type { Harness } from "#lib/testing/harness.ts";
import { aWaitingRun } from "./waiting-run.ts";

/** Of the replies to each prompt, by their samples: who says something, and what. To the second, all are worth the same, so nothing is learned from them. */
const SAID = [
  [
    { person: 0, good: true },
    { person: 0, good: false },
    { person: 1, good: true },
    { person: 1, good: false },
  ],
  [
    { person: 0, good: true },
    { person: 1, good: true },
    { person: 1, good: true },
    { person: 1, good: true },
  ],
] as const;

/** A run whose first round two people rewarded alone, up to where its job is queued. */
export async function aRewardedRun(api: Harness) {
  const run = await aWaitingRun(api, { budgetPerRound: 8, fallback: "drop" });
  for (const { position, sample, callId } of await run.rollouts()) {
    const said = SAID[position]?.[sample];
    const item = run.items.findIndex((one) => one.callId === callId);
    if (said) await run.asked.say(said.person, item, { good: said.good });
  }
  await run.step();
  const { rounds } = await run.step();
  const jobId = rounds[0]?.jobId ?? "";
  const { project, caller } = run.place;
  const checkpoint = { projectId: project.id, modelId: run.model.id };
  /** The job has made a step, which is in production. */
  const learn = async (step: number) => {
    await api.db.query(
      sql`update training_job set state = 'completed', ended_at = now() where id = ${jobId}`,
    );
    const id = newId();
    await api.db.prisma.checkpoint.create({ data: { ...checkpoint, id, step, jobId } });
    await api.db.prisma.checkpointAlias.create({
      data: { ...checkpoint, name: "production", step, updatedBy: caller.userId },
    });
    return id;
  };
  const reader = byBearer(caller);
  const aliases = () => api.call(reader, listCheckpointAliases, { modelId: run.model.id });
  return { ...run, jobId, learn, reader, aliases, roundId: `${run.id}/1` };
}
