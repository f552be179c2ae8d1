"use client";

import { type FormEvent, useState } from "react";
import { useSetTrust } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { MAX_MEASURED_CALLS } from "#lib/contract/evaluation/judges.ts";
import { whyNotTrusted } from "./trust-badge.tsx";

/** From which agreement on the grader is trusted. */
export function TrustLimits({ grader }: { grader: StoredGrader }) {
  const { projectId, can } = useProject();
  const { minKappa, minCalls } = grader.trust;
  const [kappa, setKappa] = useState(String(minKappa));
  const [calls, setCalls] = useState(String(minCalls));
  const set = useSetTrust(projectId, grader.id);
  const mayWrite = can("evaluations:write");
  const [leastKappa, leastCalls] = [numberIn(kappa), numberIn(calls)];
  const kappaFault = leastKappa >= 0 && leastKappa <= 1 ? null : "Enter a number from 0 to 1.";
  const isCount = Number.isInteger(leastCalls) && leastCalls >= 2 && leastCalls <= MAX_MEASURED_CALLS;
  const callsFault = isCount ? null : `Enter a whole number from 2 to ${MAX_MEASURED_CALLS}.`;
  const isChanged = leastKappa !== minKappa || leastCalls !== minCalls;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kappaFault || callsFault || !isChanged || set.isPending) return;
    carryOut(
      set,
      { minKappa: leastKappa, minCalls: leastCalls },
      { onSuccess: () => toast({ title: "The limit was saved", tone: "success" }) },
    );
  };
  const why = whyNotTrusted(grader);
  return (
    <section aria-labelledby="trust" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="trust" className="mb-1 text-sm">
        Trusted from
      </h2>
      <p className="mb-3 text-muted text-sm">
        {why ?? "Its newest measurement is above the limit: it may stand for people."}
      </p>
      <form noValidate onSubmit={submit} className="grid grid-cols-2 gap-3">
        <Field label="Lower bound of kappa above" error={kappaFault}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              disabled={!mayWrite}
              value={kappa}
              onChange={({ target }) => setKappa(target.value)}
            />
          )}
        </Field>
        <Field label="Minimum number of calls" error={callsFault}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              disabled={!mayWrite}
              value={calls}
              onChange={({ target }) => setCalls(target.value)}
            />
          )}
        </Field>
        {mayWrite ? (
          <Button
            type="submit"
            className="justify-self-start"
            pending={set.isPending}
            disabled={!isChanged || kappaFault !== null || callsFault !== null}
          >
            Save the limit
          </Button>
        ) : null}
      </form>
      <FieldError error={set.error ? explainError(set.error) : null} />
    </section>
  );
}

/** Not a number where nothing was entered. */
function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
}
