"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { MaskedExample } from "#components/training/parts/masked-example.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import { CheckFacts, estimated } from "./check-facts.tsx";
import { CheckRail } from "./check-rail.tsx";

type SftCheckRailProps = {
  check: UseQueryResult<SftCheck>;
  model: ModelWithSteps;
  /** Whether all fields could be sent. */
  isReady: boolean;
  /** Null where none are chosen. */
  dataUrl: string | null;
};

/** What would come of the form, found out by the service before anything is started. */
export function SftCheckRail({ model, dataUrl, ...rest }: SftCheckRailProps) {
  return (
    <CheckRail {...rest} hasFile={dataUrl !== null}>
      {(check) => (
        <CheckFacts
          check={check}
          counts={[
            ["Tokens", estimated(check, check.tokens)],
            ["Tokens to learn", estimated(check, check.trainableTokens)],
          ]}
          unit="row"
          leftOut={leftOut(check)}
          dataUrl={dataUrl}
          queue={model.unendedJobs}
        >
          {check.example ? <MaskedExample example={check.example} /> : null}
        </CheckFacts>
      )}
    </CheckRail>
  );
}

function leftOut({ tooLongRows, untrainableRows }: SftCheck): string[] {
  return [
    ...(tooLongRows > 0
      ? [`${countOf(tooLongRows, "row")} longer than the model's context will be left out.`]
      : []),
    ...(untrainableRows > 0
      ? [`${countOf(untrainableRows, "row")} with nothing to learn will be left out.`]
      : []),
  ];
}
