import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery, queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";

const NOBODY = "nobody";

type PeopleChoiceInput = {
  label: string;
  isOptional: boolean;
  /** What is chosen at first. */
  first?: { queueId: string | null; field: string | null };
};

/** What people said: a queue, and one of its questions; without `isOptional` the first one at once. */
export function usePeopleChoice({ label, isOptional, first }: PeopleChoiceInput) {
  const { projectId, can } = useProject();
  const [queueId, setQueueId] = useState<string | null>(first?.queueId ?? null);
  const [field, setField] = useState<string | null>(first?.field ?? null);
  const queues = useQuery({ ...queueChoicesQuery(projectId), enabled: can("answers:read") });
  const queue = queues.data?.find(({ id }) => id === queueId) ?? (isOptional ? undefined : queues.data?.[0]);
  const isPairs = queue?.kind === "pairwise";
  const fields = useQuery({
    ...queueFieldsQuery(projectId, queue?.scorerRefs ?? []),
    enabled: queue !== undefined && !isPairs,
  });
  const chosen = isPairs ? undefined : (fields.data?.find(({ ref }) => ref === field) ?? fields.data?.[0]);
  return {
    queue: queue ?? null,
    /** Of a queue of pairs there is none: the verdicts count. */
    field: chosen?.ref ?? null,
    /** The same question, as annotators see it. */
    question: chosen ?? null,
    isPairs,
    isReady: queue !== undefined && (isPairs || chosen !== undefined),
    hasQueues: queues.data === undefined || queues.data.length > 0,
    controls: (
      <>
        <Field label={label} error={queues.error ? explainError(queues.error) : null}>
          {(control) => (
            <Select
              {...control}
              value={queue?.id ?? (isOptional ? NOBODY : null)}
              placeholder="Choose a queue…"
              onValueChange={(value) => {
                setQueueId(value);
                setField(null);
              }}
              options={[
                ...(isOptional ? [{ value: NOBODY, label: "Nobody" }] : []),
                ...(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
        {queue && !isPairs ? (
          <Field label="Question" error={fields.error ? explainError(fields.error) : null}>
            {(control) => (
              <Select
                {...control}
                value={chosen?.ref ?? null}
                placeholder="No question"
                onValueChange={setField}
                options={(fields.data ?? []).map(({ ref, name }) => ({ value: ref, label: name }))}
              />
            )}
          </Field>
        ) : null}
      </>
    ),
  };
}
