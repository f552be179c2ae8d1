"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { DeskForm } from "#components/desk/form/desk-form.tsx";
import { FieldsNotice } from "#components/desk/form/fields-notice.tsx";
import { FORM_PX, SHEET_SHARE, sheetNameOf } from "#components/desk/parts/use-panes.ts";
import { GuidelinesNotice } from "#components/desk/room/guidelines-notice.tsx";
import type { Desk } from "#components/desk/room/use-desk.ts";
import type { DeskRoom } from "#components/desk/room/use-desk-room.ts";
import type { Held } from "#components/desk/state/desk-state.ts";
import type { Draft } from "#components/desk/state/draft.ts";
import { askedFields } from "#components/desk/state/field-conditions.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Splitter } from "#components/ui/splitter.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeskActions } from "./desk-actions.tsx";
import { DeskNotices } from "./desk-notices.tsx";

type DeskPanelProps = { queue: Queue; desk: Desk; held: Held; room: DeskRoom };

/** What is asked about the item, beside the call; on a phone a sheet at the foot that can be drawn up and down. */
export function DeskPanel(props: DeskPanelProps) {
  const { panes } = props.room;
  if (panes.isPhone) return <PhoneSheet {...props} />;
  if (panes.isFormHidden) return null;
  return (
    <>
      <Splitter
        label="Width of the form"
        orientation="vertical"
        isPaneAfter
        value={panes.formPx}
        {...FORM_PX}
        onChange={(formPx) => panes.change({ formPx })}
      />
      <section
        aria-label="Your answers"
        style={{ width: panes.formPx }}
        className="flex min-h-0 max-w-[50%] shrink-0 flex-col"
      >
        <PanelBody {...props} />
        <Notice {...props} />
        <Actions {...props} />
      </section>
    </>
  );
}

function PhoneSheet(props: DeskPanelProps) {
  const { panes } = props.room;
  const { queue, desk } = props;
  const name = sheetNameOf(queue.kind, desk.fields);
  const share = panes[name];
  const height = window.innerHeight;
  const toPx = (part: number) => Math.round(part * height);
  const isDown = share <= SHEET_SHARE.min;
  return (
    <section aria-label="Your answers" className="flex min-h-0 flex-col bg-surface">
      <Splitter
        label="Height of the form"
        orientation="horizontal"
        isPaneAfter
        value={toPx(share)}
        min={toPx(SHEET_SHARE.min)}
        max={toPx(SHEET_SHARE.max)}
        usual={toPx(SHEET_SHARE.usual)}
        onChange={(px) => panes.change({ [name]: px / height })}
        className="h-5! border-line border-t bg-transparent! after:absolute after:top-2 after:left-1/2 after:h-1 after:w-10 after:-translate-x-1/2 after:rounded-full after:bg-edge focus-visible:after:bg-accent"
      />
      <div
        style={{ height: `${share * 100}dvh` }}
        className={clsx("flex min-h-0 flex-col", isDown && "hidden")}
      >
        <PanelBody {...props} />
        {isDown ? null : <Notice {...props} />}
      </div>
      {isDown ? <Notice {...props} /> : null}
      <Actions
        {...props}
        flip={
          <IconButton
            label={isDown ? "Show the questions" : "Hide the questions"}
            aria-expanded={!isDown}
            icon={isDown ? <ChevronUp /> : <ChevronDown />}
            onClick={() => panes.change({ [name]: isDown ? SHEET_SHARE.usual : SHEET_SHARE.min })}
          />
        }
      />
    </section>
  );
}

function Notice({ queue, room }: DeskPanelProps) {
  const { guidelines, fieldNews, form } = room;
  // The buttons of the notice leave with it, so the focus goes back to where single keys work.
  const onRead = () => requestAnimationFrame(() => form.current?.takeFocus());
  return (
    <>
      <FieldsNotice news={fieldNews} onRead={onRead} />
      <GuidelinesNotice guidelines={guidelines} text={queue.description} onRead={onRead} />
    </>
  );
}

function Actions({ queue, desk, room, flip }: DeskPanelProps & { flip?: ReactNode }) {
  return (
    <DeskActions
      desk={desk}
      skipReasons={queue.skipReasons}
      isReasonNeeded={queue.requiresSkipReason}
      isSkipOpen={room.skipping.isSkipOpen}
      onSkipOpen={room.skipping.setSkipOpen}
      onSubmit={room.submit}
      onSkip={room.skip}
      flip={flip}
    />
  );
}

function PanelBody({ queue, desk, held, room }: DeskPanelProps) {
  const asked = useAskedFields(queue, desk, held);
  const call = useQuery(callQuery(desk.place.projectId, held.item.callId));
  if (desk.draftError)
    return (
      <ErrorState
        title="Your earlier answers could not be loaded"
        detail={explainError(desk.draftError)}
        onRetry={desk.retryDraft}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DeskNotices desk={desk} held={held} />
      {desk.draft ? (
        <DeskForm
          key={held.item.id}
          queue={queue}
          fields={asked.fields}
          fieldsAfter={asked.after}
          kept={asked.kept}
          onOpenKept={asked.open}
          item={held.item}
          call={call.data}
          draft={desk.draft}
          onDraft={desk.edit}
          problems={desk.problems ?? refusedAt(desk)}
          hasGuidelines={room.guidelines.isOpen}
          ref={room.form}
        />
      ) : (
        <div className="flex-1 p-4">
          <SkeletonLines label="Loading your answers" lines={5} />
        </div>
      )}
    </div>
  );
}

/** What is asked of the item: where some of it is asked again, that alone, until the annotator opens the rest. */
function useAskedFields(queue: Queue, { fields: all, draft, problems }: Desk, { item, own }: Held) {
  const [opened, setOpened] = useState<string | null>(null);
  const split = (said: Draft | null) => {
    const fields = said ? askedFields(all, queue.fieldRules, said) : all;
    const again = own.askedAgain.filter((ref) => fields.some((field) => field.ref === ref));
    const rest = fields.filter(({ ref }) => !again.includes(ref));
    const isFaulty = rest.some(({ ref }) => problems?.[ref] !== undefined);
    const isAll = again.length === 0 || opened === item.id || isFaulty || said === null;
    return isAll
      ? { fields, kept: [] }
      : { fields: fields.filter(({ ref }) => again.includes(ref)), kept: rest };
  };
  return { ...split(draft), after: (said: Draft) => split(said).fields, open: () => setOpened(item.id) };
}

function refusedAt({ trouble }: Desk) {
  return trouble?.kind === "refused" ? trouble.problems : null;
}
