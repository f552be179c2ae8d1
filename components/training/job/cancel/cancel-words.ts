import type { TrainingJobDetail } from "#lib/contract/training/training.ts";

type Cancellation = NonNullable<TrainingJobDetail["cancellation"]>;

/** Who had a job stopped and with what, as a sentence. */
export function cancelWords({ by, cause }: Cancellation): string {
  switch (cause) {
    case "retracted":
      return `${by} cancelled this job while retracting answers that it learned from.`;
    case "rerouted":
      return `${by} cancelled this job while giving somebody's items to others and retracting their answers, from which it learned.`;
    case "run":
      return `${by} stopped the run that this job was made for, and the job with it.`;
    case "asked":
      return `${by} cancelled this job.`;
  }
}

/** The same beside “Cancelled”, where there is room for one line. */
export function cancelBriefly({ by, cause }: Cancellation): string {
  switch (cause) {
    case "retracted":
      return `by ${by}, with the answers that were retracted`;
    case "rerouted":
      return `by ${by}, who gave somebody's items to others`;
    case "run":
      return `by ${by}, with its run`;
    case "asked":
      return `by ${by}`;
  }
}
