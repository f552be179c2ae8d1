import { formatMetric, metricTitle } from "#components/run/metrics/metric-points.ts";
import { type LoggedEvent, numbersIn } from "#components/run/state/live-job.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import { cancelBriefly } from "./cancel/cancel-words.ts";

/** Metrics of a step that a line has room for, in this order. */
const STEP_METRICS = ["loss", "reward", "grad_norm", "learning_rate"];

/** An event of a job as a title and what it says. Who had the job stopped, and why, stands at its end. */
export function describeEvent(
  { type, data, step }: LoggedEvent,
  cancellation: TrainingJobDetail["cancellation"],
): { title: string; detail: string } {
  if (type === "gradient_step") return { title: `Step ${formatCount(step ?? 0)}`, detail: stepDetail(data) };
  if (type === "training_started") return { title: "Started", detail: factsDetail(data) };
  if (type === "training_failed") {
    const reason = String(data.error_message ?? "");
    if (reason === "cancelled")
      return { title: "Cancelled", detail: cancellation ? cancelBriefly(cancellation) : "" };
    return { title: "Failed", detail: reason };
  }
  if (type === "training_ended") {
    const { checkpoint_step } = numbersIn(data);
    const made = checkpoint_step === undefined ? "" : `Checkpoint of step ${checkpoint_step} is ready`;
    return { title: "Ended", detail: made };
  }
  if (type === "waiting") return waitingEvent(data);
  if (type === "checkpoint") {
    const { checkpoint_step } = numbersIn(data);
    return { title: "Checkpoint", detail: `Step ${checkpoint_step} of the model is ready` };
  }
  if (type === "restarted") return { title: "Restarted", detail: restartDetail(data) };
  return { title: metricTitle(type), detail: asideDetail(type, data) };
}

function waitingEvent({ waiting_for: lack }: Readonly<Record<string, unknown>>) {
  return typeof lack === "string" ? { title: "Waiting", detail: lack } : { title: "Continues", detail: "" };
}

function restartDetail({ snapshot_step: step, reason, host }: Readonly<Record<string, unknown>>): string {
  const what = reason === "missing" ? `is not on ${String(host)}` : "has changed on the disk";
  return `The snapshot of step ${formatCount(Number(step))} ${what}; its steps are repeated without new events`;
}

/** What people only watch. */
function asideDetail(type: string, data: Readonly<Record<string, unknown>>): string {
  const numbers = numbersIn(data);
  if (type === "state") return stateDetail(data);
  if (type === "groups") return countOf(numbers.num_groups ?? 0, "group");
  if (type === "samples") {
    const count = Array.isArray(data.samples) ? data.samples.length : 0;
    return `${countOf(count, "answer")} after step ${formatCount(numbers.step ?? 0)}`;
  }
  if (type !== "speed") return "";
  const { tokens_per_second: tokens, steps_per_second: steps } = numbers;
  return [
    ...(tokens === undefined ? [] : [`${formatCount(Math.round(tokens))} tokens/s`]),
    ...(steps === undefined ? [] : [`${formatMetric(steps)} steps/s`]),
  ].join(" · ");
}

function stateDetail({ state, reason }: Readonly<Record<string, unknown>>): string {
  return typeof reason === "string" ? `${String(state)} again: ${reason}` : String(state ?? "");
}

function stepDetail(data: Readonly<Record<string, unknown>>): string {
  const numbers = numbersIn(data);
  return STEP_METRICS.filter((name) => name in numbers)
    .map((name) => `${metricTitle(name).toLowerCase()} ${formatMetric(numbers[name] ?? 0)}`)
    .join(" · ");
}

function factsDetail(data: Readonly<Record<string, unknown>>): string {
  const { num_sequences: steps, num_rows: rows, num_dropped_rows: dropped = 0 } = numbersIn(data);
  return [
    ...(rows === undefined ? [] : [`${formatCount(rows)} rows`]),
    ...(dropped > 0 ? [`${formatCount(dropped)} left out: too long, or without a reply`] : []),
    ...(steps === undefined ? [] : [`${formatCount(steps)} steps`]),
  ].join(" · ");
}
