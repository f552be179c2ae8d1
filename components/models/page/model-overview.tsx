"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { EarlierRetracted } from "#components/models/aliases/earlier-retracted.tsx";
import { FallenNote } from "#components/models/aliases/fallen-note.tsx";
import { RetractedNotes } from "#components/models/aliases/retracted-note.tsx";
import { checkpointMetrics } from "#components/models/checkpoints/clean-up-rule.ts";
import { DamagedCheckpoints } from "#components/models/checkpoints/damaged-checkpoints.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { formatMetric, metricTitle } from "#components/run/metrics/metric-points.ts";
import { RECENT_LABEL } from "#components/run/metrics/recent-value.ts";
import { chatNameOf, trainingText } from "#components/run/queries/model-names.ts";
import { allCheckpointsQuery } from "#components/run/queries/model-queries.ts";
import { LearnedWithoutOfJob } from "#components/training/parts/learned-without.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";
import { LastJob } from "./last-job.tsx";
import { Fact } from "./model-fact.tsx";
import { ModelNextSteps, ModelRequest } from "./model-next-steps.tsx";

/** A model's facts, its name for programs, and its state. */
export function ModelOverview({ model }: { model: ModelWithSteps }) {
  const { can } = useProject();
  const all = useQuery(allCheckpointsQuery(model.id));
  const latest = all.data?.find(({ aliases }) => aliases.includes("latest"));
  return (
    <div className="grid max-w-5xl content-start gap-x-10 gap-y-8 overflow-y-auto p-4 md:grid-cols-2">
      <DamagedCheckpoints modelId={model.id} checkpoints={all.data ?? []} />
      <RetractedNotes modelId={model.id} />
      <EarlierRetracted modelId={model.id} />
      <FallenNote model={model} />
      {latest?.jobId ? (
        <div className="empty:hidden md:col-span-2">
          <LearnedWithoutOfJob step={latest.step} jobId={latest.jobId} />
        </div>
      ) : null}
      <Names model={model} checkpoints={all.data ?? []} />
      <Section title="Latest checkpoint">
        {latest ? (
          <Latest checkpoint={latest} />
        ) : all.data ? (
          <p className="text-muted">No usable checkpoint is left.</p>
        ) : all.error ? (
          <p className="text-danger-ink">{explainError(all.error)}</p>
        ) : (
          <SkeletonLines label="Loading the latest checkpoint" lines={3} />
        )}
      </Section>
      <Section title="Last training job">
        <LastJob model={model} />
      </Section>
      <Section title="About">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          <Fact label="Base model">{model.baseModel}</Fact>
          <Fact label="Trained with">{trainingText(model.training)}</Fact>
          <Fact label="Checkpoints">{formatCount(model.checkpointCount)}</Fact>
          <Fact label="Created">
            <Time value={model.createdAt} />
          </Fact>
          <Fact label="Id">
            <IdChip id={model.id} kind="model id" keep={18} className="-ml-1" />
          </Fact>
        </dl>
      </Section>
      <ModelNextSteps model={model} checkpoints={all.data ?? []} />
      {can("chat:create") ? <ModelRequest model={model} /> : null}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-sm">{title}</h2>
      {children}
    </section>
  );
}

function Names({ model, checkpoints }: { model: ModelWithSteps; checkpoints: readonly Checkpoint[] }) {
  const aliases = checkpoints.flatMap(({ step, aliases: names }) =>
    names.filter((name) => name !== "latest").map((name) => ({ name, step })),
  );
  return (
    <Section title="Name in requests">
      <CopyField label="Model name" value={chatNameOf(model)} />
      <p className="text-faint text-xs">
        Means the latest checkpoint.
        {model.latestStep === null ? null : " To pin a step or an alias, add it after a colon:"}
      </p>
      {model.latestStep === null ? null : (
        <CopyField label="Name of the latest checkpoint" value={chatNameOf(model, model.latestStep)} />
      )}
      {aliases.map(({ name, step }) => (
        <div key={name} className="flex flex-col gap-1">
          <CopyField label={`Name of the alias ${name}`} value={chatNameOf(model, name)} />
          <p className="text-faint text-xs">Now step {formatCount(step)}.</p>
        </div>
      ))}
    </Section>
  );
}

/** Numbers of a checkpoint that the overview has room for. */
const SHOWN_METRICS = 6;

function Latest({ checkpoint }: { checkpoint: Checkpoint }) {
  const { step, metrics, sizeBytes, createdAt } = checkpoint;
  const shown = checkpointMetrics([checkpoint]).slice(0, SHOWN_METRICS);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label="Checkpoint step">{step === 0 ? "0 (base)" : formatCount(step)}</Fact>
        <Fact label="Created">
          <Time value={createdAt} />
        </Fact>
        {sizeBytes > 0 ? <Fact label="Size">{formatBytes(sizeBytes)}</Fact> : null}
        {shown.map((name) => (
          <Fact key={name} label={metricTitle(name)}>
            {formatMetric(metrics[name] ?? 0)}
          </Fact>
        ))}
      </dl>
      {shown.length > 0 ? (
        <p className="text-faint text-xs">Metrics are means of its job’s {RECENT_LABEL}.</p>
      ) : null}
    </>
  );
}
