"use client";

import { useState } from "react";
import { TracedList } from "#components/lineage/traced-list.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { Lineage, ModelWithSteps } from "#lib/contract/models/models.ts";
import { remakeCommand } from "./remake-command.ts";

type CheckpointOriginProps = Pick<Lineage, "nodes"> & { model: ModelWithSteps };

/** The people, versions and jobs that a checkpoint was made from, and what names, measures or continues from it; the newest one at first. */
export function CheckpointOrigin({ model, nodes }: CheckpointOriginProps) {
  const { can, projectId } = useProject();
  const kept = nodes.filter(({ kind, isDeleted }) => kind === "checkpoint" && !isDeleted).toReversed();
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = kept.find(({ id }) => id === wanted) ?? kept[0];
  if (!shown || !can("datasets:read")) return null;
  const command = remakeCommand(model, projectId, shown.step ?? 0);
  return (
    <section
      aria-label="What the checkpoint was made from, and what came of it"
      className="flex max-h-[45%] shrink-0 flex-col gap-3 overflow-y-auto border-line border-t p-4"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <div className="w-48">
          <Field label="Checkpoint">
            {(control) => (
              <Select
                {...control}
                value={shown.id}
                onValueChange={setWanted}
                options={kept.map(({ id, step }) => ({ value: id, label: `Step ${step}` }))}
              />
            )}
          </Field>
        </div>
        {command === null ? null : (
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-medium text-sm">Made again on the server by</p>
            <CopyField label="Command" value={command} />
          </div>
        )}
      </div>
      <h2 className="text-sm">Made from</h2>
      <TracedList
        traced={{ start: { kind: "checkpoint", id: shown.id }, direction: "up" }}
        nothing="Nothing of a dataset and nothing that people said."
      />
      <h2 className="text-sm">Measured, named and trained on</h2>
      <TracedList
        traced={{ start: { kind: "checkpoint", id: shown.id }, direction: "down", depth: 1 }}
        nothing="No evaluation has measured it, it has no alias, and no job began with it."
      />
    </section>
  );
}
