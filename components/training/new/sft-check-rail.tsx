"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { MaskedExample } from "#components/training/parts/masked-example.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import { CheckNotes, CheckProblems, CheckRail, DurationText, Fact } from "./check-rail.tsx";

type SftCheckRailProps = {
  check: UseQueryResult<SftCheck>;
  model: ModelWithSteps;
  /** Whether all fields could be sent. */
  isReady: boolean;
  hasFile: boolean;
};

/** What would come of the form, found out by the service before anything is started. */
export function SftCheckRail({ check, model, isReady, hasFile }: SftCheckRailProps) {
  return (
    <CheckRail check={check} isReady={isReady} hasFile={hasFile}>
      {(found) => <CheckFacts check={found} queue={model.unendedJobs} />}
    </CheckRail>
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
      <CheckNotes texts={notesOn(check, queue)} />
      <CheckProblems problems={check.problems} />
      {check.example ? <MaskedExample example={check.example} /> : null}
    </div>
  );
}

function notesOn(check: SftCheck, queue: number): string[] {
  return [
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
}
