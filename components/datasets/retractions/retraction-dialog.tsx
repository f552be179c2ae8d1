"use client";

import { useQuery } from "@tanstack/react-query";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { ImpactOf, inUseOf } from "#components/datasets/retract/impact.tsx";
import {
  impactQuery,
  meantBy,
  useLift,
  useRestore,
} from "#components/datasets/retract/retraction-queries.ts";
import { useToBuildAgain } from "#components/datasets/retract/use-to-build-again.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { meantWords } from "./meant-words.ts";

type RetractionDialogProps = { retraction: Retraction; onClose: () => void };

/** What a retraction took out; it can be lifted, or put in force again, and either can be undone. */
export function RetractionDialog({ retraction, onClose }: RetractionDialogProps) {
  const { projectId, can } = useProject();
  const toBuildAgain = useToBuildAgain();
  const { personName } = useNaming();
  const impact = useQuery(impactQuery(projectId, meantBy(retraction)));
  const lift = useLift(projectId);
  const restore = useRestore(projectId);
  const isInForce = retraction.liftedAt === null;
  const liftIt = () =>
    carryOut(lift, retraction.id, {
      onSuccess: () => {
        onClose();
        toast({
          title: "The retraction is lifted",
          detail: "Later builds take the answers again. Versions that were built without them do not change.",
          ...toBuildAgain(impact.data?.lacking),
          action: { label: "Undo", onAction: () => restore.mutate(retraction.id) },
        });
      },
    });
  const restoreIt = () =>
    carryOut(restore, retraction.id, {
      onSuccess: () => {
        onClose();
        toast({
          title: "The answers are retracted again",
          detail: "Versions that exist do not change. Build new ones without them.",
          ...toBuildAgain(impact.data?.versions),
          action: { label: "Undo", onAction: () => lift.mutate(retraction.id) },
        });
      },
    });
  const error = lift.error ?? restore.error;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={meantWords(retraction, personName)}
      description={retraction.reason === "" ? "No reason was given." : retraction.reason}
      notice={inUseOf(impact.data, projectId)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {!can("datasets:write") ? null : isInForce ? (
            <Button variant="primary" data-first-focus pending={lift.isPending} onClick={liftIt}>
              Lift the retraction
            </Button>
          ) : (
            <Button variant="danger" pending={restore.isPending} disabled={!impact.data} onClick={restoreIt}>
              Retract again
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <ImpactOf query={impact} problem="What it took out could not be read" />
        <FieldError error={error ? explainError(error) : null} />
      </div>
    </Dialog>
  );
}
