"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { MaskedExample } from "#components/training/parts/masked-example.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import { CheckFacts, estimated } from "./check-facts.tsx";
import { CheckRail } from "./check-rail.tsx";

type PreferenceCheckRailProps = {
  check: UseQueryResult<PreferenceCheck>;
  model: ModelWithSteps;
  /** Whether all fields could be sent. */
  isReady: boolean;
  /** Null where none are chosen. */
  dataUrl: string | null;
};

/** What would come of the form, found out by the service before anything is started. */
export function PreferenceCheckRail({ model, dataUrl, ...rest }: PreferenceCheckRailProps) {
  return (
    <CheckRail {...rest} hasFile={dataUrl !== null}>
      {(check) => (
        <CheckFacts
          check={check}
          counts={[
            ["Tokens of all replies", estimated(check, check.tokens)],
            [
              "Read by the reference",
              check.referenceTokens === 0 ? "none" : estimated(check, check.referenceTokens),
            ],
          ]}
          unit="reply"
          leftOut={leftOut(check)}
          dataUrl={dataUrl}
          queue={model.unendedJobs}
        >
          {check.examples.map((example, at) => (
            <MaskedExample
              // biome-ignore lint/suspicious/noArrayIndexKey: the replies of one row have no other identity.
              key={at}
              example={example}
              {...(check.examples.length > 1 ? { title: at === 0 ? "Preferred" : "Not preferred" } : {})}
            />
          ))}
        </CheckFacts>
      )}
    </CheckRail>
  );
}

function leftOut({ tooLongRows }: PreferenceCheck): string[] {
  return tooLongRows > 0
    ? [`${countOf(tooLongRows, "row")} with a side longer than the model's context will be left out.`]
    : [];
}
