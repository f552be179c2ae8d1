"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callQuery } from "#components/calls/call-queries.ts";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import { DeskActions, DeskWays } from "./desk-actions.tsx";
import { DeskCall } from "./desk-call.tsx";
import { AllDone, VanishedItem } from "./desk-ends.tsx";
import { DeskForm } from "./desk-form.tsx";
import { DeskHeader } from "./desk-header.tsx";
import { DeskSkeleton } from "./desk-skeleton.tsx";
import type { DeskItem } from "./desk-state.ts";
import { SendingBanner } from "./sending-banner.tsx";
import { type Desk, useDesk } from "./use-desk.ts";
import { useDeskKeys } from "./use-desk-keys.ts";
import { type FieldFocus, useFieldFocus } from "./use-field-focus.ts";
import { useGuidelines } from "./use-guidelines.ts";

type DeskViewProps = { queue: Queue; fields: readonly AnnotationField[] };

/** The call on the left, what is asked about it on the right; on a phone the form is a sheet at the foot. */
export function DeskView({ queue, fields }: DeskViewProps) {
  const desk = useDesk(queue.id, fields);
  if (desk.error)
    return (
      <ErrorState
        title="The items could not be loaded"
        detail={explainError(desk.error)}
        onRetry={desk.retry}
        pending={desk.isFetching}
      />
    );
  if (desk.isLoading && !desk.state.last) return <DeskSkeleton />;
  return <ReadyDesk queue={queue} desk={desk} />;
}

function ReadyDesk({ queue, desk }: { queue: Queue; desk: Desk }) {
  const focus = useFieldFocus(desk.fields);
  const guidelines = useGuidelines(queue);
  const [isWhole, setWhole] = useState(false);
  const [isFormOpen, setFormOpen] = useState(true);
  const isUnseen = useIsUnseen(desk.current);
  const submit = () => {
    if (isUnseen) return;
    const obstacle = desk.submit();
    if (!obstacle) return;
    setFormOpen(true);
    focus.toObstacle(obstacle);
  };
  useDeskKeys({ desk, focus, submit, guidelines, onWhole: () => setWhole((before) => !before) });
  useFreshStart(desk, focus, () => setWhole(false));
  const { current } = desk;
  return (
    <>
      <DeskHeader queue={queue} desk={desk} guidelines={guidelines} />
      <SendingBanner sending={desk.sending} />
      {current && !desk.isGone ? (
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <DeskCall key={current.id} item={current} isWhole={isWhole} onWhole={setWhole} />
          <section
            aria-label="Your answers"
            className="flex min-h-0 flex-col border-line max-lg:border-t lg:w-96 lg:shrink-0 lg:border-l"
          >
            <DeskForm
              queue={queue}
              desk={desk}
              focus={focus}
              hasGuidelines={guidelines.isOpen}
              isOpen={isFormOpen}
              onOpenChange={setFormOpen}
            />
            <DeskActions desk={desk} isUnseen={isUnseen} onSubmit={submit} />
          </section>
        </div>
      ) : (
        <section aria-label="Desk" className="min-h-0 flex-1 overflow-y-auto">
          {current ? <VanishedItem desk={desk} /> : <AllDone queue={queue} desk={desk} />}
          <div className="mx-auto max-w-96">
            <DeskWays desk={desk} />
          </div>
        </section>
      )}
    </>
  );
}

/** Whether there is nothing to judge: the call is deleted, or cannot be loaded now. */
function useIsUnseen(item: DeskItem | null): boolean {
  const { projectId } = useProject();
  const call = useQuery({ ...callQuery(projectId, item?.callId ?? ""), enabled: item !== null });
  return call.data === null || (call.data === undefined && (call.isError || call.isPaused));
}

/** Each item starts the same way: at its first field, with what the queue wants to be shown. */
function useFreshStart(desk: Desk, focus: FieldFocus, reset: () => void): void {
  const id = desk.current?.id;
  const isReady = desk.draft !== null;
  const seen = useRef<string | undefined>(undefined);
  const start = useEffectEvent(() => {
    if (seen.current === id) return;
    seen.current = id;
    reset();
    focus.toStart();
  });
  useEffect(() => {
    if (id !== undefined && isReady) start();
  }, [id, isReady]);
}
