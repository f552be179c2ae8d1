"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { ruleOf } from "#components/queues/parts/queue-draft.ts";
import { Button } from "#components/ui/button/button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { Markdown } from "#components/ui/view/markdown.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { QueueFormSheet } from "./queue-form-sheet.tsx";
import { ORDER_LABELS, SKIP_LABELS } from "./queue-work-fields.tsx";
import { SettingsFields } from "./settings-fields.tsx";

/** How a queue is set up, to read; leads change it from here. */
export function QueueSettings() {
  const queue = useQueue();
  const { can } = useProject();
  const [isEditing, setEditing] = useState(false);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Settings of the queue" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-6 p-4 sm:p-6">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-base">Settings</h2>
          {can("queues:write") ? (
            <Button icon={<Pencil />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          ) : null}
        </div>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <Setting label="An item is">{queue.kind === "pairwise" ? "a pair of calls" : "one call"}</Setting>
          <Setting label="Questions">
            <SettingsFields queue={queue} />
          </Setting>
          <Setting label="Who annotates">
            <People queue={queue} />
          </Setting>
          <Setting label="Answers per item">{ruleText(queue)}</Setting>
          {queue.minAgreement === null ? null : (
            <Setting label="Reports agreement below">{`${queue.minAgreement} (Krippendorff’s α), to webhooks that want it`}</Setting>
          )}
          <Setting label="Order">{ORDER_LABELS[queue.itemOrder]}</Setting>
          <Setting label="Blind">
            {queue.isBlind ? "Yes: others’ answers are hidden" : "No: others’ answers are shown"}
          </Setting>
          {queue.kind === "single" ? (
            <Setting label="Suggestions">
              {queue.showsSuggestions ? "Shown once the model proves accurate" : "Not shown"}
            </Setting>
          ) : null}
          <Setting label="Reserved for">{countOf(queue.reservationMinutes, "minute")}</Setting>
          <Setting label="A skipped item">{SKIP_LABELS[queue.skipPolicy]}</Setting>
          <Setting label="Reasons to skip">
            {queue.skipReasons.length > 0 ? queue.skipReasons.join(", ") : "None listed"}
            {queue.requiresSkipReason ? "; one is required" : ""}
          </Setting>
          <Setting label="Archived">
            {queue.isArchived ? "Yes: hidden from lists, with no new items for annotators" : "No"}
          </Setting>
          <Setting label="Queue id">
            <IdChip id={queue.id} kind="queue id" className="-ml-1" />
          </Setting>
          <Setting label="Changed">
            <Time value={queue.updatedAt} />
          </Setting>
        </dl>
        <section aria-labelledby="queue-guidelines" className="flex min-w-0 flex-col gap-2">
          <h3 id="queue-guidelines" className="text-sm">
            Guidelines
          </h3>
          {queue.description.trim() ? (
            <Markdown text={queue.description} />
          ) : (
            <p className="text-faint">None written.</p>
          )}
        </section>
      </div>
      <QueueFormSheet open={isEditing} onOpenChange={setEditing} queue={queue} />
    </section>
  );
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words max-sm:mb-2">{children}</dd>
    </>
  );
}

function People({ queue }: { queue: Queue }) {
  const { entity, project, can } = useProject();
  const isNamed = queue.annotatorIds.length > 0;
  const members = useQuery({
    ...membersQuery({ entity, project }),
    enabled: isNamed && can("members:read"),
  });
  if (!isNamed) return "Anyone who can annotate in this project";
  const names = queue.annotatorIds.flatMap(
    (id) => members.data?.find(({ userId }) => userId === id)?.name ?? [],
  );
  const unnamed = queue.annotatorIds.length - names.length;
  const rest = countOf(
    unnamed,
    names.length > 0 ? "other" : "person",
    names.length > 0 ? "others" : "people",
  );
  return [...names, ...(unnamed > 0 ? [rest] : [])].join(", ");
}

function ruleText(queue: Queue): string {
  const people = countOf(queue.annotatorsPerItem ?? 1, "person", "people");
  const beyond = queue.isStrict ? "; extra answers are refused" : "";
  switch (ruleOf(queue)) {
    case "one":
      return `One person${beyond}`;
    case "everybody":
      return "Everyone";
    case "several":
      return `${people}${beyond}`;
    case "share":
      return `${people} for ${Math.round((queue.overlapShare ?? 1) * 1000) / 10} % of the items, one for the rest${beyond}`;
  }
}
