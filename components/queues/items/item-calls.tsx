"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadTurn } from "#components/calls/around/read-turn.tsx";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { PanelNameProvider } from "#components/conversation/panel-name.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";

type ItemCallsProps = {
  item: QueueItem;
  /** Whether somebody judges its answer here. */
  isJudged?: boolean;
};

/** What an item is about: its call, or both of its pair in the order of the record. */
export function ItemCalls({ item, isJudged = false }: ItemCallsProps) {
  if (item.pairCallId === null) return <ItemCall callId={item.callId} label="Call" isJudged={isJudged} />;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <PanelNameProvider value="First">
        <ItemCall callId={item.callId} label="First" isJudged={isJudged} />
      </PanelNameProvider>
      <PanelNameProvider value="Second">
        <ItemCall callId={item.pairCallId} label="Second" isJudged={isJudged} />
      </PanelNameProvider>
    </div>
  );
}

function ItemCall({ callId, label, isJudged }: { callId: string; label: string; isJudged: boolean }) {
  const { projectId, entity, project } = useProject();
  const call = useQuery(callQuery(projectId, callId));
  return (
    <section aria-label={label} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="text-muted text-xs">{label}</h3>
        <IdChip id={callId} kind="call id" />
        <ButtonLink
          href={projectHref({ entity, project }, "calls", callId)}
          size="sm"
          variant="ghost"
          className="ml-auto"
        >
          Open the call
        </ButtonLink>
      </div>
      {call.data ? (
        <ReadTurn call={call.data} isJudged={isJudged} />
      ) : call.data === null ? (
        <p className="text-faint">This call was deleted. Its annotations are kept.</p>
      ) : call.error ? (
        <QueryErrorBanner title="The call could not be loaded." query={call} />
      ) : (
        <SkeletonLines label="Loading the call" lines={5} />
      )}
    </section>
  );
}
