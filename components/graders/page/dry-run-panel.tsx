"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { useDryRun } from "#components/graders/parts/grader-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery, queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { DryRunResult } from "./dry-run-result.tsx";

const LIMITS = [20, 50, 200];
const NOBODY = "nobody";

/** What the grader says of stored calls, and whether people agree with it. */
export function DryRunPanel({ grader }: { grader: Grader | null }) {
  const { projectId, can } = useProject();
  const [limit, setLimit] = useState(50);
  const [queueId, setQueueId] = useState(NOBODY);
  const [field, setField] = useState<string | null>(null);
  const run = useDryRun(projectId);
  const queues = useQuery({ ...queueChoicesQuery(projectId), enabled: can("answers:read") });
  const queue = queues.data?.find(({ id }) => id === queueId);
  const fields = useQuery({
    ...queueFieldsQuery(projectId, queue?.scorerRefs ?? []),
    enabled: queue !== undefined,
  });
  const chosen = fields.data?.find(({ ref }) => ref === field) ?? fields.data?.[0];
  const human = queue && chosen ? { human: { queueId: queue.id, field: chosen.ref } } : {};
  const asked = grader && { grader, limit, ...human };
  const isStale = JSON.stringify(run.variables) !== JSON.stringify(asked);
  const isReady = grader !== null && (queue === undefined || chosen !== undefined);
  return (
    <section aria-labelledby="dry-run" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="dry-run" className="mb-3 text-sm">
        On stored calls
      </h2>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Calls">
          {(control) => (
            <Select
              {...control}
              value={String(limit)}
              onValueChange={(value) => setLimit(Number(value))}
              options={LIMITS.map((value) => ({ value: String(value), label: `The newest ${value}` }))}
            />
          )}
        </Field>
        <Field label="Compare with people" error={queues.error ? explainError(queues.error) : null}>
          {(control) => (
            <Select
              {...control}
              value={queueId}
              onValueChange={(value) => {
                setQueueId(value);
                setField(null);
              }}
              options={[
                { value: NOBODY, label: "Nobody" },
                ...(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
        {queue ? (
          <Field label="Question" error={fields.error ? explainError(fields.error) : null}>
            {(control) => (
              <Select
                {...control}
                value={chosen?.ref ?? null}
                onValueChange={setField}
                options={(fields.data ?? []).map(({ ref, name }) => ({ value: ref, label: name }))}
              />
            )}
          </Field>
        ) : null}
      </div>
      <Button
        className="mt-3"
        icon={<Play />}
        pending={run.isPending}
        disabled={!isReady}
        onClick={() => {
          if (asked) run.mutate(asked);
        }}
      >
        Dry run
      </Button>
      <FieldError error={run.error ? explainError(run.error) : null} />
      {run.data ? (
        <>
          {isStale ? (
            <p className="mt-3 text-sm text-warning-ink">
              What follows is of before your last change. Run it again.
            </p>
          ) : null}
          <DryRunResult result={run.data} />
        </>
      ) : null}
    </section>
  );
}
