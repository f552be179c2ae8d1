import { rollBackCheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import { setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { createPromotion } from "#lib/contract/evaluation/promotions.ts";
import { createModel, setCheckpointAlias } from "#lib/contract/models/models.ts";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
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
  const refused = [
    await statusOf(lead.call(setCheckpointAlias, { ...alias, step: 2 })),
    await statusOf(lead.call(setCheckpointAlias, { ...alias, step: 2 })),
    await statusOf(lead.call(createPromotion, { projectId, modelId, alias: ALIAS, step: 2 })),
  ];
  const reason = "To check that it can be undone";
  await lead.call(setCheckpointAlias, { ...alias, step: 2, override: true, reason });
  const audited = await house.query("select 1 from audit_event where details::text like $1", [`%${reason}%`]);
  const { step } = await lead.call(rollBackCheckpointAlias, { ...alias, step: 1 });
  return {
    found: `right answers ${marks.map((share) => `${Math.round(share * 100)} %`).join(" and ")}; refused with ${refused.join(", ")}; back in one request`,
    faults: [
      ...unless(
        refused.every((status) => status === 409),
        `The worse checkpoint was answered with ${refused.join(", ")}.`,
      ),
      ...unless(audited.rowCount === 1, `The override is ${audited.rowCount} times in the audit log.`),
      ...unless(step === 1, `Going back led to step ${step}.`),
    ],
  };
};

async function learn({ lead }: Town, modelId: string, requests: readonly Request[]): Promise<void> {
  const lines = requests.map((one) => `${JSON.stringify({ messages: answered(one) })}\n`).join("");
  const trainingDataUrl = `data:application/jsonl;base64,${Buffer.from(lines).toString("base64")}`;
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
