import { createModel, type Training } from "#lib/contract/models/models.ts";
import { createTrainingJob } from "#lib/contract/training/training.ts";
import type { RlConfig } from "#lib/contract/training/training-config.ts";
import { followJob, type StepFigures } from "../follow-job.ts";
import type { Service } from "../service.ts";
import { type Answers, meanReward, rollOut, trajectoryGroups } from "./roll-out.ts";
import type { Task } from "./task.ts";

/** How the scenario is played. */
export type Settings = {
  readonly task: Task;
  readonly rollouts: number;
  /** Of rollouts; evaluations are greedy. */
  readonly temperature: number;
  /** Of each job; what it leaves out is what the service takes. */
  readonly config: RlConfig;
  readonly seed: number;
};

/** What one job came to. */
export type Round = {
  readonly job: number;
  /** Mean over the rollouts that the job learned from. */
  readonly rolloutReward: number;
  /** Groups whose rewards differ; the others teach nothing. */
  readonly trainableGroups: number;
  readonly gradientSteps: number;
  readonly evaluation: Evaluation;
};

export type Evaluation = {
  readonly reward: number;
  /** How often each word was the answer, the most frequent first. */
  readonly answers: readonly (readonly [word: string, times: number])[];
};

type Place = {
  name: string;
  entity?: string | null;
  project?: string;
  /** How the model is trained; with LoRA where nothing is said. */
  training?: Training;
};

const BASE_MODEL = "spindle-mini";
const PROJECT = "yes-no-maybe";
/** Rounds of one seed at most, so that no two seeds share one. */
const ROUNDS = 1000;

/** A model that is taught to prefer one of three words. */
export class Scenario {
  readonly #service: Service;
  readonly #settings: Settings;
  readonly #modelId: string;
  /** As chat completions name it. */
  readonly #model: string;

  private constructor(service: Service, settings: Settings, model: { id: string; reference: string }) {
    this.#service = service;
    this.#settings = settings;
    this.#modelId = model.id;
    this.#model = model.reference;
  }

  /** Registers a new model of this name, in a project of its own unless another is named. */
  static async start(
    service: Service,
    settings: Settings,
    { name, entity = null, project = PROJECT, training }: Place,
  ): Promise<Scenario> {
    const place = { ...(entity === null ? {} : { entity }), project };
    const model = await service.call(createModel, {
      ...place,
      name,
      baseModel: BASE_MODEL,
      returnExisting: false,
      ...(training === undefined ? {} : { training }),
    });
    const reference = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
    return new Scenario(service, settings, { id: model.id, reference });
  }

  /** One round: answers by chance, a job that learns from them, and a look at what the model says now. */
  async play(job: number): Promise<Round> {
    const answers = await this.rollOut(job);
    const steps = await this.learn(answers);
    return {
      job,
      rolloutReward: meanReward(answers),
      trainableGroups: answers.filter(({ rewards }) => new Set(rewards).size > 1).length,
      gradientSteps: steps.length,
      evaluation: await this.evaluate(),
    };
  }

  /** A job that learns from these answers; its steps. */
  async learn(answers: readonly Answers[]): Promise<StepFigures[]> {
    const { id } = await this.#service.call(createTrainingJob, {
      modelId: this.#modelId,
      trajectoryGroups: trajectoryGroups(answers),
      experimentalConfig: this.#settings.config,
    });
    return followJob(this.#service, id);
  }

  /** Answers of the newest checkpoint by chance; each round has its own. */
  rollOut(round: number): Promise<Answers[]> {
    const { rollouts, temperature, task, seed } = this.#settings;
    const model = this.#model;
    return rollOut(this.#service, {
      model,
      task,
      count: rollouts,
      temperature,
      seed: seed * ROUNDS + round,
    });
  }

  /** What the newest checkpoint finds most likely. */
  async evaluate(): Promise<Evaluation> {
    const { task, seed } = this.#settings;
    const answers = await rollOut(this.#service, {
      model: this.#model,
      task,
      count: 1,
      temperature: 0,
      seed,
    });
    return { reward: meanReward(answers), answers: countsOf(answers, task) };
  }
}

function countsOf(answers: readonly Answers[], task: Task): [string, number][] {
  const words = answers.flatMap(({ choices }) =>
    choices.map(({ message }) => task.answerOf(message.content ?? "")),
  );
  const counts = [...new Set(words)].map((word): [string, number] => [
    word,
    words.filter((one) => one === word).length,
  ]);
  return counts.sort(([, a], [, b]) => b - a);
}
