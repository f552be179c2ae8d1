"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useSayMoved } from "#components/models/moves/moved-alias.ts";
import { NoteButton } from "#components/models/moves/note-button.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { stepIn } from "#components/run/state/step-in.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { useAliasActs, usePromotionActs } from "./alias-acts.ts";
import { aliasesQuery, gateCheckQuery, retractedRowsQuery } from "./alias-queries.ts";
import { GateFindings } from "./gate-lines.tsx";
import { useRetractedQuestion } from "./retracted-question.tsx";
import { retractedWords } from "./retracted-words.ts";
import { useAsked } from "./use-asked.ts";

type AliasCandidateProps = {
  modelId: string;
  alias: CheckpointAlias;
  checkpoints: readonly Checkpoint[];
};

/** The base itself, which nobody means to serve without saying so. */
const BASE_STEP = 0;

/** A checkpoint that could have the alias next, with what the gate would say; at first that of `?candidate=`, else the newest that has learned and that no guard of a run rejected. */
export function AliasCandidate({ modelId, alias, checkpoints }: AliasCandidateProps) {
  const { can } = useProject();
  const steps = checkpoints.flatMap(({ step, isCorrupt }) =>
    isCorrupt || step === alias.step ? [] : [step],
  );
  const { get } = useSearchState();
  const [chosen, setChosen] = useState<number | null>(stepIn(get("candidate")));
  const fallenSteps = useQuery(aliasesQuery(modelId)).data?.fallenSteps ?? [];
  const fallenOf = (one: number | null) => fallenSteps.find((fallen) => fallen.step === one);
  const fit = steps.filter((one) => one !== BASE_STEP && !fallenOf(one));
  const step = chosen !== null && steps.includes(chosen) ? chosen : (fit[0] ?? null);
  const fallen = fallenOf(step);
  if (steps.length === 0)
    return <p className="text-muted text-sm">The model has no other usable checkpoint.</p>;
  return (
    <>
      <Select
        aria-label={`Candidate for ${alias.name}`}
        size="sm"
        className="w-40!"
        value={step === null ? null : String(step)}
        placeholder="Choose a step"
        onValueChange={(value) => setChosen(Number(value))}
        options={steps.map((one) => ({
          value: String(one),
          label: one === BASE_STEP ? "step 0 (base)" : `step ${one}`,
        }))}
      />
      {step === null ? (
        <p className="text-muted text-sm">
          {steps.every((one) => one === BASE_STEP)
            ? "No other checkpoint has learned anything; the base can be chosen all the same."
            : "Guards of runs found the others worse; any can be chosen all the same."}
        </p>
      ) : null}
      {step === null ? null : <RetractedLine modelId={modelId} step={step} />}
      {fallen ? (
        <p className="break-words text-sm text-warning-ink">
          Step {fallen.step} is worse by the guard of the run “{fallen.runName}”.
        </p>
      ) : null}
      {step === null ? null : alias.gate ? (
        <Verdict modelId={modelId} alias={alias} step={step} />
      ) : can("models:write") ? (
        <MoveButton modelId={modelId} name={alias.name} step={step} />
      ) : null}
    </>
  );
}

/** What is lost of what the candidate learned, above whatever is done with it. */
function RetractedLine({ modelId, step }: { modelId: string; step: number }) {
  const words = useRetractedWords(modelId, step);
  return words === "" ? null : <p className="text-sm text-warning-ink">{words}</p>;
}

/** Empty where nothing is lost, or it is not known yet. */
function useRetractedWords(modelId: string, step: number): string {
  const retracted = useQuery(retractedRowsQuery(modelId, step)).data?.retracted;
  return retracted ? retractedWords(retracted, `step ${step}`) : "";
}

type VerdictProps = { modelId: string; alias: CheckpointAlias; step: number };

function Verdict({ modelId, alias: { name, previousStep, gate }, step }: VerdictProps) {
  const { can } = useProject();
  const isAsked = useAsked(modelId).isAsked({ alias: name, step });
  const mustAsk = gate?.needsApproval === true && can("models:write") && !can("project:manage");
  const check = useQuery(gateCheckQuery(modelId, { alias: name, step }));
  if (check.error && !check.data)
    return <QueryErrorBanner title="The gate could not be asked." query={check} />;
  if (!check.data) return <SkeletonLines label="Asking the gate" lines={2} />;
  const { passed, lines, incumbentStep } = check.data;
  const isWayBack = step === previousStep;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <Badge tone={passed ? "success" : "danger"}>{passed ? "would pass" : "would not pass"}</Badge>
        {incumbentStep === null || incumbentStep === step ? null : `compared with step ${incumbentStep}`}
      </p>
      <GateFindings lines={lines} label={`What the gate finds of step ${step}`} />
      {isWayBack && !passed ? (
        <p className="text-muted text-xs">It is the step before, to which the alias may always go back.</p>
      ) : null}
      {isAsked ? (
        <p className="text-muted text-xs">It was asked for, and waits for an admin.</p>
      ) : mustAsk && passed && !isWayBack ? (
        <AskButton modelId={modelId} name={name} step={step} />
      ) : can("models:write") && passed ? (
        <MoveButton modelId={modelId} name={name} step={step} />
      ) : can("models:write") && isWayBack ? (
        <MoveUnprovenButton modelId={modelId} name={name} step={step} />
      ) : can("project:manage") ? (
        <OverrideButton modelId={modelId} name={name} step={step} />
      ) : null}
    </>
  );
}

type MoveProps = { modelId: string; name: string; step: number };

function MoveButton({ modelId, name, step }: MoveProps) {
  const { move } = useAliasActs(modelId);
  const question = useRetractedQuestion(modelId);
  const sayMoved = useSayMoved();
  const give = () => carryOut(move, { name, step }, { onSuccess: () => sayMoved(name, step) });
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        className="w-fit"
        pending={move.isPending || question.isLooking}
        onClick={() => question.before({ name, step }, give)}
      >
        Move {name} to step {step}
      </Button>
      <FieldError error={move.error ? explainError(move.error) : null} />
      {question.dialog}
    </>
  );
}

/** Asks once, because the gate has not passed. */
function MoveUnprovenButton({ modelId, name, step }: MoveProps) {
  const [isAsking, setAsking] = useState(false);
  const lost = useRetractedWords(modelId, step);
  const { move } = useAliasActs(modelId);
  const sayMoved = useSayMoved();
  const done = () => {
    setAsking(false);
    sayMoved(name, step);
  };
  return (
    <>
      <Button size="sm" className="w-fit" onClick={() => setAsking(true)}>
        Move {name} to step {step}…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Move ${name} to step ${step}, which does not pass its gate?`}
        confirmLabel="Move"
        pending={move.isPending}
        error={move.error ? explainError(move.error) : null}
        onConfirm={() => carryOut(move, { name, step }, { onSuccess: done })}
      >
        {lost} Programs that ask for {name} are answered by step {step} from then on.
      </ConfirmDialog>
    </>
  );
}

function OverrideButton({ modelId, name, step }: MoveProps) {
  const { move } = useAliasActs(modelId);
  const sayMoved = useSayMoved();
  const lost = useRetractedWords(modelId, step);
  return (
    <NoteButton
      label="Override the gate…"
      title={`Move ${name} to step ${step} past its gate?`}
      description={`${lost} The reason stands in the history of the alias and in the audit log.`.trim()}
      field="Reason"
      isRequired
      submitLabel="Override and move"
      variant="danger"
      act={move}
      inputOf={(reason) => ({ name, step, override: true, reason })}
      onDone={() => sayMoved(name, step)}
    />
  );
}

function AskButton({ modelId, name, step }: MoveProps) {
  const { projectId } = useProject();
  const { ask } = usePromotionActs(projectId);
  const lost = useRetractedWords(modelId, step);
  return (
    <NoteButton
      label={`Ask for step ${step}…`}
      title={`Ask that ${name} moves to step ${step}?`}
      description={`${lost} It waits for an admin of the project, who sees what the gate finds.`.trim()}
      field="Note"
      submitLabel="Ask"
      variant="primary"
      act={ask}
      inputOf={(note) => ({ modelId, alias: name, step, note })}
    />
  );
}
