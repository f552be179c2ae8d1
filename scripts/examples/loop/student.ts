import {
  buildDatasetVersion,
  type DatasetVersion,
  queryDatasetRows,
} from "#lib/contract/datasets/dataset-versions.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import * as z from "#lib/contract/zod.ts";
import { newId } from "#lib/platform/ids.ts";
import { followJob } from "../follow-job.ts";
import type { Exam } from "./exam.ts";
import type { LabelQueue } from "./label-queue.ts";
import type { Request } from "./material.ts";
import type { Town } from "./town.ts";

export const BASE_MODEL = "spindle-mini";
export const TRAINING = { mode: "lora", rank: 16, alpha: 32 } as const;
export const CONFIG = { batchSize: 8, learningRate: 2e-3, nEpochs: 6 } as const;
const PAGE = 200;

/** How the answers of a queue become rows. */
export type Consensus = {
  readonly rule: "majority" | "weighted";
  readonly minAnswers?: number;
};

/** A dataset over one queue, and a model that each job trains from its beginning. */
export class Student {
  readonly #town: Town;
  readonly #datasetId: string;
  readonly #modelId: string;
  readonly #name: string;
  #jobs = 0;

  private constructor(town: Town, ids: { datasetId: string; modelId: string; name: string }) {
    this.#town = town;
    this.#datasetId = ids.datasetId;
    this.#modelId = ids.modelId;
    this.#name = ids.name;
  }

  static async of(town: Town, queue: LabelQueue, exam: Exam, consensus: Consensus): Promise<Student> {
    const { lead, projectId, entity, project } = town;
    const name = `student-${newId().slice(-8)}`;
    const { rule, minAnswers = 1 } = consensus;
    const recipe = z.decode(Recipe, {
      sources: [
        {
          kind: "queue",
          queue_id: queue.id,
          use: "labels",
          field: queue.field,
          consensus: { rule, min_answers: minAnswers },
        },
      ],
      // Everything is trained on: the exam holds out for all arms, and its requests are kept away from here.
      split: { held_out: 0 },
      held_out_of: [exam.datasetId],
    });
    const { dataset } = await lead.call(createDataset, {
      projectId,
      name,
      description: "",
      kind: "sft",
      recipe,
    });
    const { id: modelId } = await lead.call(createModel, {
      entity,
      project,
      name,
      baseModel: BASE_MODEL,
      returnExisting: false,
      training: TRAINING,
    });
    return new Student(town, { datasetId: dataset.id, modelId, name });
  }

  async build(): Promise<DatasetVersion> {
    const { lead, projectId } = this.#town;
    const wanted = { projectId, datasetId: this.#datasetId, note: "" };
    return (await lead.call(buildDatasetVersion, wanted)).version;
  }

  /** What a version says to learn. */
  async rowsOf({ number }: DatasetVersion): Promise<Request[]> {
    const { lead, projectId } = this.#town;
    const rows: Request[] = [];
    for (;;) {
      const at = { projectId, datasetId: this.#datasetId, version: `v${number}` };
      const page = await lead.call(queryDatasetRows, { ...at, limit: PAGE, offset: rows.length });
      rows.push(...page.rows.map(({ row }) => requestOf(row)));
      if (rows.length >= page.totalCount) return rows;
    }
  }

  /** Trains from the model's beginning. Answers the checkpoint, named as in chat completions. */
  async learn({ ref }: DatasetVersion, seed: number): Promise<string> {
    const { lead, projectId } = this.#town;
    const wanted = { modelId: this.#modelId, trainingDataUrl: ref, startStep: 0 };
    const { id } = await lead.call(createSftTrainingJob, { ...wanted, config: { ...CONFIG, seed } });
    await followJob(lead, id);
    this.#jobs += 1;
    return `${projectId}/${this.#name}:step${this.#jobs}`;
  }
}

const TrainedRow = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

function requestOf(row: unknown): Request {
  const { messages } = z.decode(TrainedRow, row);
  return { text: messages.at(-2)?.content ?? "", service: messages.at(-1)?.content ?? "" };
}
