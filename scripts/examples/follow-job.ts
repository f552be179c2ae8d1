import { setTimeout as sleep } from "node:timers/promises";
import { listTrainingEvents } from "#lib/contract/training/training-progress.ts";
import type { Service } from "./service.ts";

const POLL_EVERY_MS = 200;
const EVENTS_AT_ONCE = 100;

/** The figures of one optimiser step. */
export type StepFigures = Readonly<Record<string, number>>;

/** Asks for a job's events until it has ended, as clients do. Answers its steps in order; throws the reason of a job that failed. */
export async function followJob(service: Service, trainingJobId: string): Promise<StepFigures[]> {
  const steps: StepFigures[] = [];
  for (let after: string | undefined; ; ) {
    const page = await service.call(listTrainingEvents, { trainingJobId, after, limit: EVENTS_AT_ONCE });
    for (const { type, data } of page.data) {
      if (type === "training_ended") return steps;
      if (type === "training_failed") throw new Error(`The training failed: ${data.error_message}`);
      if (type === "gradient_step") steps.push(figuresOf(data));
    }
    after = page.lastId || after;
    if (page.data.length < EVENTS_AT_ONCE) await sleep(POLL_EVERY_MS);
  }
}

/** The interface promises that every value of a step is a number. */
function figuresOf(data: Readonly<Record<string, unknown>>): StepFigures {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Number(value)]));
}
