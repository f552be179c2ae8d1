"use client";

import { useQuery } from "@tanstack/react-query";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { ExceptionBlock } from "#components/conversation/conversation.tsx";
import { CallFeedback } from "#components/feedback/call-feedback.tsx";
import { callFeedbackQuery } from "#components/feedback/feedback-queries.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { type TabItem, Tabs } from "#components/ui/button/tabs.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { CallHeader } from "./call-header.tsx";
import { ReadCall } from "./read-call.tsx";
import { TraceTree } from "./trace-tree.tsx";

type CallDetailProps = { callId: string; onDeleted: () => void };

/** All that is known of one call: what was said, its data, its trace, and what people think of it. */
export function CallDetail({ callId, onDeleted }: CallDetailProps) {
  const { projectId } = useProject();
  const found = useQuery(callQuery(projectId, callId));
  if (found.error && !found.data) return <QueryError title="The call could not be loaded" query={found} />;
  if (found.data === undefined)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the call" lines={8} />
      </div>
    );
  if (found.data === null)
    return (
      <EmptyState title="This call does not exist">
        <p className="break-words">
          No call that you can see in this project has the id <code>{callId}</code>. It may have been deleted,
          or only its end has arrived so far, not its start.
        </p>
      </EmptyState>
    );
  return (
    <>
      <CallHeader call={found.data} onDeleted={onDeleted} />
      <CallTabs call={found.data} />
    </>
  );
}

function CallTabs({ call }: { call: Call }) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const { data: feedback } = useQuery(callFeedbackQuery(projectId, call.id));
  const tabs: TabItem[] = [
    {
      value: "conversation",
      label: "Conversation",
      content: (
        <div className="max-w-4xl p-4">
          <ReadCall call={call} />
        </div>
      ),
    },
    { value: "data", label: "Data", content: <CallData call={call} /> },
    {
      value: "trace",
      label: "Trace",
      content: (
        <div className="p-2">
          <TraceTree traceId={call.traceId} currentId={call.id} />
        </div>
      ),
    },
    {
      value: "feedback",
      label: "Feedback",
      ...(feedback ? { count: feedback.length } : {}),
      content: <CallFeedback callId={call.id} />,
    },
  ];
  return (
    <Tabs
      label="Parts of the call"
      tabs={tabs}
      value={get("tab") ?? "conversation"}
      onValueChange={(tab) => replace({ tab: tab === "conversation" ? null : tab })}
    />
  );
}

/** The documents of a call as they were recorded. */
function CallData({ call }: { call: Call }) {
  return (
    <div className="flex min-w-0 flex-col gap-5 p-4">
      <Document label="Inputs" value={call.inputs} openDepth={3} />
      <Document label="Output" value={call.output} openDepth={3} />
      {call.exception ? <ExceptionBlock text={call.exception} /> : null}
      <Document label="Attributes" value={call.attributes} openDepth={1} />
      <Document label="Summary" value={call.summary} openDepth={2} />
    </div>
  );
}

function Document({ label, value, openDepth }: { label: string; value: unknown; openDepth: number }) {
  const isEmpty =
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
  return (
    <section aria-label={label} className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-muted text-xs">{label}</h3>
        {isEmpty ? null : (
          <CopyButton
            variant="ghost"
            label={`Copy ${label.toLowerCase()}`}
            text={() => JSON.stringify(value, null, 2)}
          />
        )}
      </div>
      {isEmpty ? (
        <p className="text-faint">Nothing was recorded.</p>
      ) : (
        <JsonTree value={value} label={label} openDepth={openDepth} className="border border-line" />
      )}
    </section>
  );
}
