import { formatCount } from "#components/ui/format.ts";
import { type ListedEvent, numbersIn } from "./live-job.ts";
import { formatMetric, metricTitle } from "./metric-points.ts";

/** Metrics of a step that a line has room for, in this order. */
const STEP_METRICS = ["loss", "reward", "grad_norm", "learning_rate"];

/** An event of a job as a title and what it says. */
export function describeEvent({ type, data, step }: ListedEvent): { title: string; detail: string } {
  if (type === "gradient_step") return { title: `Step ${formatCount(step ?? 0)}`, detail: stepDetail(data) };
  if (type === "training_started") return { title: "Started", detail: factsDetail(data) };
  if (type === "training_failed") {
    const reason = String(data.error_message ?? "");
    if (reason === "cancelled") return { title: "Cancelled", detail: "" };
    return { title: "Failed", detail: reason };
  }
  if (type === "training_ended") {
    const { checkpoint_step } = numbersIn(data);
    const made = checkpoint_step === undefined ? "" : `Checkpoint of step ${checkpoint_step} is ready`;
    return { title: "Ended", detail: made };
  }
  return { title: metricTitle(type), detail: "" };
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
    ...(dropped > 0 ? [`${formatCount(dropped)} left out as too long or without a reply`] : []),
    ...(steps === undefined ? [] : [`${formatCount(steps)} steps`]),
  ].join(" · ");
}
