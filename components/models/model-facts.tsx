"use client";

import type { ReactNode } from "react";
import { CopyField } from "#components/ui/copy-button.tsx";
import { formatCount } from "#components/ui/format.ts";
import { IdChip } from "#components/ui/id-chip.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ModelWithSteps } from "#lib/contract/models.ts";
import { chatNameOf, trainingText } from "./model-names.ts";

/** Beside the checkpoints: what the model is, and what programs call it by. */
export function ModelFacts({ model }: { model: ModelWithSteps }) {
  const { baseModel, training, latestStep, createdAt, id } = model;
  return (
    <aside
      aria-label="About this model"
      className="flex shrink-0 flex-col gap-5 border-line border-b p-4 lg:w-80 lg:overflow-y-auto lg:border-r lg:border-b-0"
    >
      <section className="flex min-w-0 flex-col gap-1.5">
        <h2 className="font-medium text-sm">Name in requests</h2>
        <CopyField label="Model name" value={chatNameOf(model)} />
        <p className="text-faint text-xs">
          Means the latest checkpoint.
          {latestStep === null ? null : " With the step behind it, it stays at that one:"}
        </p>
        {latestStep === null ? null : (
          <CopyField label="Name of the latest checkpoint" value={chatNameOf(model, latestStep)} />
        )}
      </section>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-1">
        <Fact label="Base model">{baseModel}</Fact>
        <Fact label="Training changes">{trainingText(training)}</Fact>
        <Fact label="Latest step">{latestStep === null ? "none" : formatCount(latestStep)}</Fact>
        <Fact label="Created">
          <Time value={createdAt} />
        </Fact>
        <Fact label="Id">
          <IdChip id={id} kind="model id" keep={18} className="-ml-1" />
        </Fact>
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="min-w-0 break-words text-sm">{children}</dd>
    </div>
  );
}
