"use client";

import { ListPlus, Pencil, Scale, Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { callName, durationOf, startOf, statusOf } from "#components/calls/parts/call-facts.ts";
import { useRenameCall } from "#components/calls/parts/call-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { formatDuration } from "#components/ui/text/format.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { opLabel } from "#lib/contract/traces/op-label.ts";
import { DeleteCallsDialog } from "./call-selection-bar.tsx";
import { CallStatusBadge } from "./call-status.tsx";

type CallHeaderProps = { call: Call; onDeleted: () => void };

export function CallHeader({ call, onDeleted }: CallHeaderProps) {
  return (
    <div className="border-line border-b px-4 pt-3 pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 title={call.opName} className="min-w-0 break-words font-mono text-sm">
          {callName(call)}
        </h2>
        <CallStatusBadge status={statusOf(call)} />
        <CallActions call={call} onDeleted={onDeleted} />
      </div>
      <CallFacts call={call} />
    </div>
  );
}

type Opened = "queue" | "rename" | "delete" | null;

function CallActions({ call, onDeleted }: CallHeaderProps) {
  const project = useProject();
  const { can } = project;
  const [opened, setOpened] = useState<Opened>(null);
  const open = (which: Opened) => (isOpen: boolean) => setOpened(isOpen ? which : null);
  return (
    <span className="ml-auto flex items-center gap-1">
      {can("queues:write") ? (
        <Button size="sm" icon={<ListPlus />} onClick={() => setOpened("queue")}>
          Add to queue
        </Button>
      ) : null}
      {can("evaluations:write") && call.endedAt ? (
        <ButtonLink
          href={`${projectHref(project, "graders", "new")}?${new URLSearchParams({ call: call.id })}`}
          size="sm"
          icon={<Scale />}
        >
          Try a grader on it
        </ButtonLink>
      ) : null}
      {can("calls:write") ? (
        <IconButton size="sm" label="Rename the call" icon={<Pencil />} onClick={() => setOpened("rename")} />
      ) : null}
      {can("calls:delete") ? (
        <IconButton size="sm" label="Delete the call" icon={<Trash2 />} onClick={() => setOpened("delete")} />
      ) : null}
      <AddToQueueDialog callIds={[call.id]} open={opened === "queue"} onOpenChange={open("queue")} />
      <RenameCallDialog
        key={call.displayName}
        call={call}
        open={opened === "rename"}
        onOpenChange={open("rename")}
      />
      <DeleteCallsDialog
        callIds={[call.id]}
        open={opened === "delete"}
        onOpenChange={open("delete")}
        onDeleted={onDeleted}
      />
    </span>
  );
}

function CallFacts({ call }: { call: Call }) {
  const project = useProject();
  const threadsHref = `${projectHref(project, "threads")}?thread=${encodeURIComponent(call.threadId ?? "")}`;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5">
      <Fact label="Started">
        <Time value={startOf(call)} />
      </Fact>
      <Fact label="Duration">{formatDuration(durationOf(call))}</Fact>
      {call.wbUsername ? <Fact label="Recorded by">{call.wbUsername}</Fact> : null}
      {call.threadId ? (
        <Fact label="Thread">
          {project.can("threads:read") ? (
            <Link
              href={threadsHref}
              title={call.threadId}
              className="rounded-sm font-mono text-accent-ink text-xs hover:underline"
            >
              {call.threadId}
            </Link>
          ) : (
            <IdChip id={call.threadId} kind="thread id" />
          )}
        </Fact>
      ) : null}
      <Fact label="Trace">
        <IdChip id={call.traceId} kind="trace id" keep={18} />
      </Fact>
      {call.displayName ? (
        <Fact label="Op">
          <span className="font-mono text-xs">{call.opName}</span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 max-w-full items-center gap-1.5">
      <dt className="shrink-0 text-faint text-xs">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

type RenameCallDialogProps = { call: Call; open: boolean; onOpenChange: (open: boolean) => void };

function RenameCallDialog({ call, open, onOpenChange }: RenameCallDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const [name, setName] = useState(call.displayName ?? "");
  const rename = useRenameCall(projectId, call.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name.trim(), { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the call"
      width="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field
          label="Name"
          help={`Leave it empty to show the op's own name, ${opLabel(call.opName)}.`}
          error={rename.error ? explainError(rename.error) : null}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={512}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
