"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/projects/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/queue-queries.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";

const ANY = "any";

type QueueFilterProps = { value: string | null; onValueChange: (queueId: string | null) => void };

/** Narrows to the calls of one annotation queue. */
export function QueueFilter({ value, onValueChange }: QueueFilterProps) {
  const { projectId } = useProject();
  const { data: queues } = useQuery(queueChoicesQuery(projectId));
  const options = [
    { value: ANY, label: "In any queue or none" },
    ...(queues ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <Field label="In queue">
      {(control) => (
        <Select
          {...control}
          value={value ?? ANY}
          onValueChange={(picked) => onValueChange(picked === ANY ? null : picked)}
          options={isKnown || value === null ? options : [...options, { value, label: value }]}
        />
      )}
    </Field>
  );
}
