"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";

type CheckRailProps<Check> = {
  check: UseQueryResult<Check>;
  /** Whether all fields could be sent. */
  isReady: boolean;
  hasFile: boolean;
  children: (check: Check) => ReactNode;
};

/** What the form calls the fields that have a place of their own for their faults. */
const FIELD_WORDS: { [field: string]: string } = {
  start_step: "where it starts",
  training_data_url: "data",
  loss: "loss",
  beta: "beta",
  anchor: "anchor",
  label_smoothing: "label smoothing",
  temperature: "temperature",
  learning_rate: "learning rate",
  batch_size: "batch size",
  n_epochs: "epochs",
  lr_schedule: "schedule",
  warmup_ratio: "warm-up",
  validation_data_url: "validation data",
  validation_every: "how often it is validated",
  checkpoint_every: "how often it leaves a checkpoint",
  keep: "which step to keep",
};
const FIELDS = Object.keys(FIELD_WORDS);

/** What would come of a form, found out by the service before anything is started. */
export function CheckRail<Check>({ check, isReady, hasFile, children }: CheckRailProps<Check>) {
  const fault = check.error ? formProblem(check.error, FIELDS) : null;
  return (
    <aside
      aria-labelledby="job-check"
      className="min-w-0 border-line p-4 max-lg:border-t lg:min-h-full lg:self-stretch lg:border-l"
    >
      {/* It stays in sight beside a form that is longer than the screen. */}
      <div className="lg:sticky lg:top-4">
        <h2 id="job-check" className="mb-3 flex items-center gap-2 text-sm">
          What this job will do
          {check.isFetching && check.data ? <Spinner className="size-3" /> : null}
        </h2>
        {!hasFile ? (
          <p className="text-muted text-sm">Choose data to see its rows, tokens, steps and duration here.</p>
        ) : fault ? (
          <div role="alert" className="text-sm">
            <p>The data could not be checked. {fault}</p>
            <Button
              size="sm"
              className="mt-2"
              onClick={() => void check.refetch()}
              pending={check.isFetching}
            >
              Try again
            </Button>
          </div>
        ) : check.error && !check.data ? (
          <p className="text-muted text-sm">{wrongFields(check.error)}</p>
        ) : check.data ? (
          children(check.data)
        ) : isReady ? (
          <SkeletonLines label="Checking the data" lines={7} />
        ) : (
          <p className="text-muted text-sm">Correct the marked fields to see what the job will do.</p>
        )}
      </div>
    </aside>
  );
}

/** Which fields are wrong; the fields themselves say what is wrong. */
function wrongFields(error: unknown): string {
  const wrong = FIELDS.filter((field) => problemOf(error, field) !== null).map((field) => FIELD_WORDS[field]);
  return `Correct ${wrong.join(" and ")} to see what the job will do.`;
}
