"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { ImpactOf } from "./impact.tsx";
import {
  everythingOf,
  impactQuery,
  standingQuery,
  useLift,
  useRestore,
  useRetract,
} from "./retraction-queries.ts";
import { useToBuildAgain } from "./use-to-build-again.ts";

type RetractDialogProps = { person: { annotatorUserId: string; name: string }; onClose: () => void };

/** Takes all answers of somebody out of what is built from now on, once it was shown what they went into; or lifts that. */
export function RetractDialog({ person, onClose }: RetractDialogProps) {
  const { projectId } = useProject();
  const toBuildAgain = useToBuildAgain();
  const whose = { projectId, annotatorUserId: person.annotatorUserId };
  const standing = useQuery(standingQuery(whose));
  const impact = useQuery(impactQuery(projectId, everythingOf(person.annotatorUserId)));
  const [reason, setReason] = useState("");
  const lift = useLift(projectId);
  const retract = useRetract(projectId);
  const restore = useRestore(projectId);
  const begin = () =>
    carryOut(
      retract,
      { ...everythingOf(person.annotatorUserId), reason: reason.trim() },
      {
        onSuccess: ({ retraction }) => {
          onClose();
          toast({
            title: `The answers of ${person.name} are retracted`,
            detail: "Versions that exist do not change. Build new ones without them.",
            ...toBuildAgain(impact.data?.versions),
            ...(retraction ? { action: { label: "Undo", onAction: () => lift.mutate(retraction.id) } } : {}),
          });
        },
      },
    );
  const liftIt = (id: string) =>
    carryOut(lift, id, {
      onSuccess: () => {
        onClose();
        toast({
          title: `The answers of ${person.name} count again`,
          detail: "Versions that were built without them do not change.",
          ...toBuildAgain(impact.data?.lacking),
          action: { label: "Undo", onAction: () => restore.mutate(id) },
        });
      },
    });
  const held = standing.data;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={held ? `Lift the retraction of ${person.name}` : `Retract the answers of ${person.name}`}
      description={held ? LIFT_WORDS : retractWords(person.name)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {held ? (
            <Button
              variant="primary"
              data-first-focus
              pending={lift.isPending}
              onClick={() => liftIt(held.id)}
            >
              Lift the retraction
            </Button>
          ) : (
            <Button
              variant="danger"
              pending={retract.isPending}
              disabled={standing.isPending || !impact.data}
              onClick={begin}
            >
              Retract
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {held ? <Standing retraction={held} /> : null}
        <ImpactOf query={impact} problem="What it takes out could not be read" />
        {held ? null : (
          <Field label="Reason" help="Optional. For people who read the list of retractions.">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
        <FieldError error={retract.error || lift.error ? explainError(retract.error ?? lift.error) : null} />
      </div>
    </Dialog>
  );
}

function retractWords(name: string): string {
  return `It means all answers and decisions of ${name} in this project, those to come as well. No later version of a dataset takes them, and a reinforcement run that waits for people decides without them, unless the round has its rewards already. Nothing is deleted, and it can be lifted.`;
}

const LIFT_WORDS =
  "Later versions of datasets take these answers again, and so do reinforcement runs that wait for people. Versions that were built without them stay so until they are built again.";

function Standing({ retraction: { createdAt, reason } }: { retraction: Retraction }) {
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-2">
      Retracted <Time value={createdAt} />
      {reason === "" ? "." : `: ${reason}`}
    </p>
  );
}
