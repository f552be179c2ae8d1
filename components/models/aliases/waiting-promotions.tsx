"use client";

import { useQuery } from "@tanstack/react-query";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSayMoved } from "#components/models/moves/moved-alias.ts";
import { NoteButton } from "#components/models/moves/note-button.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { usePromotionActs } from "./alias-acts.ts";
import { waitingPromotionsQuery } from "./alias-queries.ts";
import { GateFindings } from "./gate-lines.tsx";
import { useRetractedQuestion } from "./retracted-question.tsx";

/** The moves of an alias that wait for an admin; renders nothing if there are none. */
export function WaitingPromotions({ modelId, alias }: { modelId: string; alias: string }) {
  const { projectId } = useProject();
  const waiting = useQuery(waitingPromotionsQuery(projectId));
  if (waiting.error && !waiting.data)
    return <QueryErrorBanner title="What waits for approval could not be loaded." query={waiting} />;
  const own = (waiting.data ?? []).filter((one) => one.modelId === modelId && one.alias === alias);
  if (own.length === 0) return null;
  return (
    <ul aria-label={`Waiting for approval: ${alias}`} className="flex flex-col">
      {own.map((promotion) => (
        <li
          key={promotion.id}
          className="flex min-w-0 flex-col gap-2 border-line border-b bg-warning-tint px-4 py-3"
        >
          <Asked promotion={promotion} />
          <GateFindings
            lines={promotion.lines}
            label={`What the gate found of step ${promotion.step} when it was asked`}
          />
          <Answers promotion={promotion} />
        </li>
      ))}
    </ul>
  );
}

function Asked({ promotion: { step, askedBy, askedAt, note } }: { promotion: Promotion }) {
  const { personName } = useNaming();
  return (
    <div className="min-w-0 text-sm">
      <span className="font-medium">Step {step} waits for approval</span>{" "}
      <span className="text-muted">
        asked by {personName(askedBy)} · <Time value={askedAt} />
      </span>
      {note === null ? null : <p className="break-words">“{note}”</p>}
    </div>
  );
}

function Answers({ promotion: { id: promotionId, modelId, alias, step } }: { promotion: Promotion }) {
  const { projectId, can } = useProject();
  const { decide } = usePromotionActs(projectId);
  const question = useRetractedQuestion(modelId);
  const sayMoved = useSayMoved();
  if (!can("models:write")) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {can("project:manage") ? (
          <>
            <Button
              size="sm"
              variant="primary"
              pending={decide.isPending || question.isLooking}
              onClick={() =>
                question.before({ name: alias, step }, () =>
                  carryOut(
                    decide,
                    { promotionId, verb: "approve" },
                    { onSuccess: () => sayMoved(alias, step) },
                  ),
                )
              }
            >
              Approve
            </Button>
            <NoteButton
              label="Refuse…"
              title={`Refuse step ${step} for ${alias}?`}
              description="Who asked sees your note."
              field="Note"
              submitLabel="Refuse"
              variant="danger"
              act={decide}
              inputOf={(note) => ({ promotionId, verb: "refuse" as const, note })}
            />
          </>
        ) : null}
        <Button
          size="sm"
          pending={decide.isPending}
          onClick={() =>
            carryOut(
              decide,
              { promotionId, verb: "withdraw" },
              { onSuccess: () => toast({ title: "It is withdrawn." }) },
            )
          }
        >
          Withdraw
        </Button>
      </div>
      {question.dialog}
      <FieldError error={decide.error ? explainError(decide.error) : null} />
    </>
  );
}
