"use client";

import { useState } from "react";
import { TracedList } from "#components/lineage/traced-list.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Lineage } from "#lib/contract/models/models.ts";

/** The people, versions and jobs that a checkpoint was made from, the newest one at first. */
export function CheckpointOrigin({ nodes }: Pick<Lineage, "nodes">) {
  const { can } = useProject();
  const made = nodes
    .filter(({ kind, step, isDeleted }) => kind === "checkpoint" && !isDeleted && (step ?? 0) > 0)
    .toReversed();
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = made.find(({ id }) => id === wanted) ?? made[0];
  if (!shown || !can("datasets:read")) return null;
  return (
    <section
      aria-label="What the checkpoint was made from"
      className="flex max-h-[45%] shrink-0 flex-col gap-3 overflow-y-auto border-line border-t p-4"
    >
      <div className="w-48">
        <Field label="Made from">
          {(control) => (
            <Select
              {...control}
              value={shown.id}
              onValueChange={setWanted}
              options={made.map(({ id, step }) => ({ value: id, label: `Step ${step}` }))}
            />
          )}
        </Field>
      </div>
      <TracedList
        traced={{ start: { kind: "checkpoint", id: shown.id }, direction: "up" }}
        nothing="Nothing of a dataset and nothing that people said."
      />
    </section>
  );
}
