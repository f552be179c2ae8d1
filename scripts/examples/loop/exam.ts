import { setTimeout as sleep } from "node:timers/promises";
import { buildDatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import {
  createEvaluationRuns,
  getEvaluationRun,
  queryEvaluationResults,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import { createEvaluation, type EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { createFile } from "#lib/contract/training/files.ts";
import * as z from "#lib/contract/zod.ts";
import { promptOf } from "./label-queue.ts";
import type { Request } from "./material.ts";
import type { Town } from "./town.ts";

/** The most that a dataset may hold out; only what is held out is measured. */
const HELD_OUT = 0.9;
const REPLY_TOKENS = 8;
const LOOK_EVERY_MS = 250;
const PAGE = 200;

/** What a model answered to the requests that nobody trains on. */
export type Marks = {
  /** By request: whether the answer is the service, and how improbable the model holds the right answer to be (nats a token). */
  readonly isRight: ReadonlyMap<string, boolean>;
  readonly nll: number;
};

/** The evaluation by which all models are measured: the same requests, with their true services. */
export class Exam {
  readonly datasetId: string;
  readonly evaluationId: string;
  readonly #town: Town;

  private constructor(town: Town, datasetId: string, evaluationId: string) {
    this.#town = town;
    this.datasetId = datasetId;
    this.evaluationId = evaluationId;
  }

  static async set(town: Town, requests: readonly Request[], name = "exam"): Promise<Exam> {
    const { lead, projectId } = town;
    const lines = requests.map((one) => `${JSON.stringify({ messages: answered(one) })}\n`);
    const file = new File(lines, "exam.jsonl");
    const { id: fileId } = await lead.call(createFile, { purpose: "fine-tune", projectId }, file);
    const recipe = z.decode(Recipe, {
      sources: [{ kind: "upload", file_id: fileId }],
      split: { held_out: HELD_OUT },
    });
    const named = { projectId, name, description: "Requests with their true services" };
    const { dataset } = await lead.call(createDataset, { ...named, kind: "sft", recipe });
    await lead.call(buildDatasetVersion, { projectId, datasetId: dataset.id, note: "" });
    const { evaluation } = await lead.call(createEvaluation, {
      projectId,
      name,
      datasetId: dataset.id,
      graders: [],
      sampling: { temperature: 0, maxTokens: REPLY_TOKENS },
    });
    return new Exam(town, dataset.id, evaluation.id);
  }

  /** Has a model answer, named as in chat completions, and waits for the last answer. */
  async take(subject: string): Promise<Marks> {
    const { lead, projectId } = this.#town;
    const wanted = { projectId, evaluationId: this.evaluationId, subjects: [subject], samples: 1, seed: 1 };
    const { runs } = await lead.call(createEvaluationRuns, wanted);
    let run = runs[0];
    while (run && !run.endedAt) {
      await sleep(LOOK_EVERY_MS);
      run = (await lead.call(getEvaluationRun, { projectId, runId: run.id })).run;
    }
    if (run?.state !== "completed") throw new Error(`The evaluation of ${subject} ended: ${reasonOf(run)}`);
    return this.#marksOf(run.id);
  }

  async #marksOf(runId: string): Promise<Marks> {
    const { lead, projectId } = this.#town;
    const isRight = new Map<string, boolean>();
    const losses: number[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = { projectId, runId, limit: PAGE, offset };
      const { results, totalCount } = await lead.call(queryEvaluationResults, page);
      for (const { prompt, scores } of results) {
        const scoreOf = (metric: string) => scores.find((one) => one.metric === metric)?.score ?? null;
        isRight.set(String(prompt.at(-1)?.content), scoreOf("exact_match") === 1);
        losses.push(scoreOf("nll") ?? Number.NaN);
      }
      if (offset + PAGE >= totalCount) break;
    }
    return { isRight, nll: losses.reduce((sum, loss) => sum + loss, 0) / losses.length };
  }
}

export function answered(request: Request) {
  return [...promptOf(request), { role: "assistant", content: request.service }];
}

function reasonOf(run: EvaluationRun | undefined): string {
  return run ? `${run.state} ${run.errorMessage ?? ""}` : "there was no run";
}
