import { setTimeout as sleep } from "node:timers/promises";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { listCheckpointAliases, rollBackCheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import { setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { createPromotion } from "#lib/contract/evaluation/promotions.ts";
import { type LoopRun, queryLoopRuns } from "#lib/contract/loops/loop-runs.ts";
import { createLoop, runLoop } from "#lib/contract/loops/loops.ts";
import { createModel, setCheckpointAlias } from "#lib/contract/models/models.ts";
import { createFile } from "#lib/contract/training/files.ts";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import * as z from "#lib/contract/zod.ts";
import { followJob } from "../../examples/follow-job.ts";
import { answered, Exam } from "../../examples/loop/exam.ts";
import { drawRequests, type Request, SERVICES } from "../../examples/loop/material.ts";
import { BASE_MODEL, CONFIG, TRAINING } from "../../examples/loop/student.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, unless } from "./check.ts";

const QUESTIONS = 60;
const LESSONS = 160;
const ALIAS = "production";
const NAME = "pupil";
const LOOP_WITHIN_MS = 600_000;

/** A checkpoint that learned wrong labels gets no alias by any way but an admin's override, and one request goes back. */
export const gateHolds: Check = async (house) => {
  const town = await house.town([]);
  const { lead, projectId, entity, project } = town;
  const taken = new Set<string>();
  const exam = await Exam.set(town, drawRequests(QUESTIONS, 0, taken));
  const lessons = drawRequests(LESSONS, 1, taken);
  const { id: modelId } = await lead.call(createModel, {
    entity,
    project,
    name: NAME,
    baseModel: BASE_MODEL,
    returnExisting: false,
    training: TRAINING,
  });
  await learn(town, modelId, lessons);
  await learn(town, modelId, lessons.map(inverted));
  const marks = [];
  for (const step of [1, 2]) marks.push(rightOf(await exam.take(`${projectId}/${NAME}:step${step}`)));
  const alias = { modelId, name: ALIAS };
  await lead.call(setCheckpointAlias, { ...alias, step: 1 });
  const target = { evaluationId: exam.evaluationId, metric: "exact_match", minGain: 0 };
  await lead.call(setCheckpointGate, { modelId, alias: ALIAS, target, guards: [], needsApproval: false });
  const put = () => statusOf(lead.call(setCheckpointAlias, { ...alias, step: 2 }));
  const ask = () => statusOf(lead.call(createPromotion, { projectId, modelId, alias: ALIAS, step: 2 }));
  // Each way twice: what was refused once is refused again.
  const refused = [await put(), await put(), await ask(), await ask()];
  const looped = await moveByLoop(town, { modelId, lessons: lessons.map(inverted), taken });
  const { aliases } = await lead.call(listCheckpointAliases, { modelId });
  const stood = aliases.find(({ name }) => name === ALIAS)?.step;
  const reason = "To check that it can be undone";
  await lead.call(setCheckpointAlias, { ...alias, step: 2, override: true, reason });
  const audited = await house.query("select 1 from audit_event where details::text like $1", [`%${reason}%`]);
  const { step } = await lead.call(rollBackCheckpointAlias, { ...alias, step: 1 });
  return {
    found: `right answers ${marks.map((share) => `${Math.round(share * 100)} %`).join(" and ")}; refused with ${refused.join(", ")}; a loop that holds the wrong labels to be right: ${looped.state}, ${looped.outcome}; back in one request`,
    faults: [
      ...unless(
        refused.every((status) => status === 409),
        `The worse checkpoint was answered with ${refused.join(", ")}.`,
      ),
      ...unless(
        looped.state === "skipped" && looped.step === 3 && /gate/.test(looped.outcome ?? ""),
        `The loop ended as ${looped.state}: ${looped.outcome}`,
      ),
      ...unless(stood === 1, `After all of that, ${ALIAS} was step ${stood}.`),
      ...unless(audited.rowCount === 1, `The override is ${audited.rowCount} times in the audit log.`),
      ...unless(step === 1, `Going back led to step ${step}.`),
    ],
  };
};

type Lured = { modelId: string; lessons: readonly Request[]; taken: Set<string> };

/** A loop that measures by wrong labels, too, so that nothing but the gate of the alias is in its way. */
async function moveByLoop(town: Town, { modelId, lessons, taken }: Lured): Promise<LoopRun> {
  const { lead, projectId } = town;
  const exam = await Exam.set(town, drawRequests(QUESTIONS, 2, taken).map(inverted), "wrong");
  const file = new File([linesOf(lessons)], "wrong-lessons.jsonl");
  const { id: fileId } = await lead.call(createFile, { purpose: "fine-tune", projectId }, file);
  const recipe = z.decode(Recipe, {
    sources: [{ kind: "upload", file_id: fileId }],
    split: { held_out: 0 },
  });
  const named = { projectId, name: "wrong-lessons", description: "", kind: "sft" as const };
  const { dataset } = await lead.call(createDataset, { ...named, recipe });
  const { loop } = await lead.call(createLoop, {
    ...{ projectId, name: "Wrong", datasetId: dataset.id, maxJobs: 1, isPaused: true },
    when: { kind: "hours", hours: 24 },
    train: { kind: "sft", modelId, start: "first", config: { ...CONFIG, seed: 1 } },
    measure: { evaluationId: exam.evaluationId, metric: "exact_match", minGain: 0 },
    promote: { alias: ALIAS, act: "move" },
  });
  await lead.call(runLoop, { projectId, loopId: loop.id });
  const deadline = performance.now() + LOOP_WITHIN_MS;
  while (performance.now() < deadline) {
    const { runs } = await lead.call(queryLoopRuns, { projectId, loopId: loop.id, limit: 1, offset: 0 });
    if (runs[0]?.endedAt) return runs[0];
    await sleep(500);
  }
  throw new Error("The loop came to no end");
}

function linesOf(requests: readonly Request[]): string {
  return requests.map((one) => `${JSON.stringify({ messages: answered(one) })}\n`).join("");
}

async function learn({ lead }: Town, modelId: string, requests: readonly Request[]): Promise<void> {
  const trainingDataUrl = `data:application/jsonl;base64,${Buffer.from(linesOf(requests)).toString("base64")}`;
  const { id } = await lead.call(createSftTrainingJob, {
    modelId,
    trainingDataUrl,
    startStep: 0,
    config: { ...CONFIG, seed: 1 },
  });
  await followJob(lead, id);
}

/** The next service instead of the right one. */
function inverted({ text, service }: Request): Request {
  return { text, service: SERVICES[(SERVICES.indexOf(service) + 1) % SERVICES.length] ?? service };
}

function rightOf({ isRight }: Awaited<ReturnType<Exam["take"]>>): number {
  return [...isRight.values()].filter(Boolean).length / isRight.size;
}

async function statusOf(request: Promise<unknown>): Promise<number> {
  try {
    await request;
    return 200;
  } catch (error) {
    if (error instanceof Error && "status" in error) return Number(error.status);
    throw error;
  }
}
