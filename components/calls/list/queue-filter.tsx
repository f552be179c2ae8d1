"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import { Field } from "#components/ui/field/field.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";

type QueueFilterProps = { value: string | null; onValueChange: (queueId: string | null) => void };

/** Narrows to the calls of one annotation queue. */
export function QueueFilter({ value, onValueChange }: QueueFilterProps) {
  const { projectId } = useProject();
  const { data: queues } = useQuery(queueChoicesQuery(projectId));
  return (
    <Field label="In queue">
      {(control) => (
        <FilterSelect
          {...control}
          any="In any queue or none"
          options={(queues ?? []).map(({ id, name, isArchived }) => ({
            value: id,
            label: name,
            ...(isArchived ? { help: "Archived" } : {}),
          }))}
          value={value}
          unknownLabel={(id) => (queues ? "Unknown queue" : id)}
          onValueChange={onValueChange}
        />
      )}
    </Field>
  );
}
