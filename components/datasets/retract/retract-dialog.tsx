"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { CancelChoice } from "./cancel-choice.tsx";
import { ImpactOf, inUseOf } from "./impact.tsx";
import { everythingOf, impactQuery, standingQuery } from "./retraction-queries.ts";
import { useRetractActs } from "./use-retract-acts.ts";

type RetractDialogProps = { person: { annotatorUserId: string; name: string }; onClose: () => void };

/** Takes all answers of somebody out of what is built from now on, once it was shown what they went into; or lifts that. */
export function RetractDialog({ person, onClose }: RetractDialogProps) {
  const { projectId } = useProject();
  const whose = { projectId, annotatorUserId: person.annotatorUserId };
  const standing = useQuery(standingQuery(whose));
  const impact = useQuery(impactQuery(projectId, everythingOf(person.annotatorUserId)));
  const [reason, setReason] = useState("");
  const acts = useRetractActs(person, { impact: impact.data, onDone: onClose });
  const held = standing.data;
  const [cancelsJobs, setCancelsJobs] = useState(false);
  const learning = held ? undefined : impact.data;
  const mayCancel = learning !== undefined && learning.cancellableJobCount > 0;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={held ? `Lift the retraction of ${person.name}` : `Retract the answers of ${person.name}`}
      description={held ? LIFT_WORDS : retractWords(person.name)}
      notice={inUseOf(impact.data, projectId)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {held ? (
            <Button
              variant="primary"
              data-first-focus
              pending={acts.isLifting}
              onClick={() => acts.lift(held.id)}
            >
              Lift the retraction
            </Button>
          ) : (
            <Button
              variant="danger"
              pending={acts.isRetracting}
              disabled={standing.isPending || !impact.data}
              onClick={() => acts.retract(reason.trim(), mayCancel && cancelsJobs)}
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
        <CancelChoice impact={learning} checked={cancelsJobs} onCheckedChange={setCancelsJobs} />
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
        <FieldError error={acts.error ? explainError(acts.error) : null} />
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
