"use client";

import { ShieldCheck, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { type Moved, useMovedHeading, useSayMoved } from "#components/models/moves/moved-alias.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { useAliasActs } from "./alias-acts.ts";
import { AliasCandidate } from "./alias-candidate.tsx";
import { AliasHistory } from "./alias-history.tsx";
import { GateDialog } from "./gate-dialog.tsx";
import { GateConditions } from "./gate-lines.tsx";
import { RefusedPromotion } from "./refused-promotion.tsx";
import { RetractedNote } from "./retracted-note.tsx";
import { useRetractedQuestion } from "./retracted-question.tsx";
import { WaitingPromotions } from "./waiting-promotions.tsx";

type AliasCardProps = {
  modelId: string;
  alias: CheckpointAlias;
  /** Where it was moved here. */
  moved: Moved | null;
  checkpoints: readonly Checkpoint[];
  evaluationName: (id: string) => string;
};

/** One alias: which checkpoint it has, what guards it, which one could come next, and how it came there. */
export function AliasCard({ modelId, alias, moved, checkpoints, evaluationName }: AliasCardProps) {
  const { can } = useProject();
  const { name, step, gate, retracted } = alias;
  const candidate = useSearchState().get("candidate");
  const heading = useMovedHeading(moved);
  return (
    <section aria-label={`Alias ${name}`} className="flex min-w-0 flex-col rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 truncate rounded-sm font-mono text-sm">
          {name}
        </h2>
        <Badge tone={step === null ? "neutral" : "accent"}>
          {step === null ? "no checkpoint yet" : `step ${step}`}
        </Badge>
        <Since alias={alias} />
        <span className="ml-auto">
          {can("models:write") ? <BackButton modelId={modelId} alias={alias} /> : null}
        </span>
      </header>
      {retracted && step !== null ? (
        <div className="px-4 pt-4">
          <RetractedNote
            modelId={modelId}
            step={step}
            alias={name}
            learner={`step ${step}`}
            retracted={retracted}
          />
        </div>
      ) : null}
      <WaitingPromotions modelId={modelId} alias={name} />
      <RefusedPromotion modelId={modelId} alias={name} />
      <div className="grid gap-x-8 gap-y-5 p-4 md:grid-cols-2">
        <Part title="Gate">
          {gate ? (
            <GateConditions gate={gate} nameOf={evaluationName} />
          ) : (
            <p className="text-muted text-sm">None: it moves to any checkpoint, measured or not.</p>
          )}
          {can("project:manage") ? <GateActs modelId={modelId} alias={alias} /> : null}
        </Part>
        <Part title="Candidate">
          <AliasCandidate key={candidate} modelId={modelId} alias={alias} checkpoints={checkpoints} />
        </Part>
        <div className="min-w-0 md:col-span-2">
          <Part title="History">
            <AliasHistory modelId={modelId} name={name} step={step} />
          </Part>
        </div>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-muted text-xs">{title}</h3>
      {children}
    </section>
  );
}

function Since({ alias: { updatedBy, updatedAt } }: { alias: CheckpointAlias }) {
  const { personName } = useNaming();
  if (updatedBy === null || updatedAt === null) return null;
  return (
    <span className="text-muted text-xs">
      since <Time value={updatedAt} /> by {personName(updatedBy)}
    </span>
  );
}

function BackButton({ modelId, alias: { name, previousStep } }: { modelId: string; alias: CheckpointAlias }) {
  const { rollBack } = useAliasActs(modelId);
  const sayMoved = useSayMoved();
  const question = useRetractedQuestion(modelId);
  if (previousStep === null) return null;
  const goBack = () =>
    carryOut(
      rollBack,
      { name, step: previousStep },
      {
        onSuccess: ({ step }) => sayMoved(name, step, "again"),
        onError: (error) =>
          toast({ title: "The alias could not go back.", detail: explainError(error), tone: "danger" }),
      },
    );
  return (
    <>
      <Button
        size="sm"
        icon={<Undo2 />}
        pending={rollBack.isPending || question.isLooking}
        onClick={() => question.before({ name, step: previousStep }, goBack)}
      >
        Back to step {previousStep}
      </Button>
      {question.dialog}
    </>
  );
}

function GateActs({ modelId, alias: { name, gate } }: { modelId: string; alias: CheckpointAlias }) {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { removeGate } = useAliasActs(modelId);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<ShieldCheck />} onClick={() => setEditing(true)}>
        {gate ? "Change gate" : "Set gate"}
      </Button>
      {gate ? (
        <Button size="sm" onClick={() => setRemoving(true)}>
          Remove gate
        </Button>
      ) : null}
      {isEditing ? (
        <GateDialog modelId={modelId} alias={name} gate={gate} onClose={() => setEditing(false)} />
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove the gate of “${name}”?`}
        confirmLabel="Remove"
        pending={removeGate.isPending}
        error={removeGate.error ? explainError(removeGate.error) : null}
        onConfirm={() => removeGate.mutate(name, { onSuccess: () => setRemoving(false) })}
      >
        The alias then moves to any checkpoint. Its conditions are not kept.
      </ConfirmDialog>
    </div>
  );
}
