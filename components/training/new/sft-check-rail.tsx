"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explainError, formProblem } from "#components/layout/state/explain-error.ts";
import { MaskedExample } from "#components/training/parts/masked-example.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";

type SftCheckRailProps = {
  check: UseQueryResult<SftCheck>;
  model: ModelWithSteps;
  /** Whether all fields could be sent. */
  isReady: boolean;
  hasFile: boolean;
};

/** Faults that stand at their own fields. */
const FIELDS = ["learning_rate", "batch_size", "training_data_url", "lr_schedule", "keep"];

/** What would come of the form, found out by the service before anything is started. */
export function SftCheckRail({ check, model, isReady, hasFile }: SftCheckRailProps) {
  const fault = check.error ? formProblem(check.error, FIELDS) : null;
  return (
    <aside
      aria-labelledby="sft-check"
      className="min-w-0 border-line p-4 max-lg:border-t lg:min-h-full lg:self-stretch lg:border-l"
    >
      {/* It stays in sight beside a form that is longer than the screen. */}
      <div className="lg:sticky lg:top-4">
        <h2 id="sft-check" className="mb-3 flex items-center gap-2 text-sm">
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
          <p className="text-muted text-sm">{explainError(check.error)}</p>
        ) : check.data ? (
          <CheckFacts check={check.data} queue={model.unendedJobs} />
        ) : isReady ? (
          <SkeletonLines label="Checking the data" lines={7} />
        ) : (
          <p className="text-muted text-sm">Correct the marked fields to see what the job will do.</p>
        )}
      </div>
    </aside>
  );
}

function CheckFacts({ check, queue }: { check: SftCheck; queue: number }) {
  const about = check.isEstimated ? "about " : "";
  return (
    <div role="status" className="flex min-w-0 flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm tabular-nums">
        <Fact label="Rows">{formatCount(check.rows)}</Fact>
        <Fact label="Steps">
          {about}
          {formatCount(check.steps)}
        </Fact>
        <Fact label="Tokens">
          {about}
          {formatCount(check.tokens)}
        </Fact>
        <Fact label="Tokens to learn">
          {about}
          {formatCount(check.trainableTokens)}
        </Fact>
        <Fact label="Longest row">
          {formatCount(check.longestRowTokens)} of {formatCount(check.contextLength)} tokens
        </Fact>
        <Fact label="Takes">
          <DurationText seconds={check.seconds} />
        </Fact>
      </dl>
      <Warnings check={check} queue={queue} />
      <Problems problems={check.problems} />
      {check.example ? <MaskedExample example={check.example} /> : null}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function DurationText({ seconds }: { seconds: SftCheck["seconds"] }) {
  if (!seconds) return <span className="text-muted">known after the first job on this base model</span>;
  const text = (amount: number) =>
    formatDuration(Math.max(1, Math.round(amount)) * 1_000).replace(/\.0 s$/, " s");
  return (
    <>
      about {text(seconds.estimate)}{" "}
      <span className="text-muted text-xs">
        ({text(seconds.low)} to {text(seconds.high)})
      </span>
    </>
  );
}

function Warnings({ check, queue }: { check: SftCheck; queue: number }) {
  const texts = [
    ...(check.tooLongRows > 0
      ? [`${countOf(check.tooLongRows, "row")} longer than the model's context will be left out.`]
      : []),
    ...(check.untrainableRows > 0
      ? [`${countOf(check.untrainableRows, "row")} with nothing to learn will be left out.`]
      : []),
    ...(check.duplicateRows > 0
      ? [
          `${countOf(check.duplicateRows, "row repeats an earlier one", "rows repeat earlier ones")}; each repetition is learned again.`,
        ]
      : []),
    ...(queue > 0
      ? [`${countOf(queue, "job")} of this model must end first; the time does not include that.`]
      : []),
    ...(check.isEstimated ? ["Large file: tokens and steps are estimated from the beginning."] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <ul
      aria-label="Notes"
      className="flex flex-col gap-1 rounded-md bg-warning-tint p-3 text-sm text-warning-ink"
    >
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Problems({ problems }: { problems: SftCheck["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="rounded-md bg-danger-tint p-3 text-danger-ink text-sm">
      <p className="font-medium">The job would fail. Correct these lines first.</p>
      <ul aria-label="Lines with problems" className="mt-1">
        {problems.map(({ line, text }) => (
          <li key={`${line} ${text}`} className="break-words py-0.5">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
