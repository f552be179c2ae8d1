import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import type { JobHealth } from "#lib/contract/training/job-health.ts";
import { type JobState, WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import { isEndState } from "./live-job.ts";

const STATES: { [S in JobState]: { label: string; tone: Tone } } = {
  queued: { label: "Queued", tone: "neutral" },
  validating: { label: "Validating", tone: "accent" },
  running: { label: "Running", tone: "accent" },
  cancelling: { label: "Cancelling", tone: "warning" },
  completed: { label: "Completed", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** A job that has done its steps is only good where it has learned something, and one that waits for more than a trainer says so. */
function shownState({ state, isStoppedEarly, health, waitingFor }: Required<JobStateBadgeProps>): Shown {
  if (state === "queued" && waitingFor !== null)
    return waitingFor === WAITS_FOR_TURN ? BETWEEN_TURNS : WAITING;
  const shown = isStoppedEarly ? STOPPED_EARLY : STATES[state];
  if (state !== "completed" || health === "good") return shown;
  if (health === "dead") return { label: "Learned nothing", tone: "danger" };
  return { label: isStoppedEarly ? "Stopped, warned" : "Completed, warned", tone: "warning" };
}

type Shown = { label: string; tone: Tone };

/** It has begun, and continues by itself. */
const BETWEEN_TURNS: Shown = { label: "Between turns", tone: "neutral" };
const WAITING: Shown = { label: "Waiting", tone: "warning" };
const STOPPED_EARLY: Shown = { label: "Stopped, kept", tone: "success" };

export const STATE_LABELS: { readonly [S in JobState]: string } = {
  queued: STATES.queued.label,
  validating: STATES.validating.label,
  running: STATES.running.label,
  cancelling: STATES.cancelling.label,
  completed: STATES.completed.label,
  failed: STATES.failed.label,
  cancelled: STATES.cancelled.label,
};

type JobStateBadgeProps = {
  state: JobState;
  /** Whether it was ended before its last step and left what it had learned. */
  isStoppedEarly?: boolean;
  health?: JobHealth;
  /** What a queued job waits for, where it is more than a trainer. */
  waitingFor?: string | null;
};

export function JobStateBadge({
  state,
  isStoppedEarly = false,
  health = "good",
  waitingFor = null,
}: JobStateBadgeProps) {
  const { label, tone } = shownState({ state, isStoppedEarly, health, waitingFor });
  const isBusy = state !== "queued" && !isEndState(state);
  return (
    <Badge tone={tone} {...(isBusy ? { icon: <Spinner className="size-3" /> } : {})}>
      {label}
    </Badge>
  );
}
