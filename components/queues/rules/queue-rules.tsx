"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { BackfillDialog } from "./backfill-dialog.tsx";
import { DeleteRuleDialog } from "./delete-rule-dialog.tsx";
import { RuleCard } from "./rule-card.tsx";
import { RuleFormDialog } from "./rule-form-dialog.tsx";
import { rulesQuery } from "./rule-queries.ts";

type Open = { kind: "form"; rule: QueueRule | null } | { kind: "backfill" | "delete"; rule: QueueRule };

/** What fills the queue by itself, what came of it, and the ways to change it. */
export function QueueRules() {
  const queue = useQueue();
  const { projectId, can } = useProject();
  const rules = useQuery(rulesQuery({ projectId, queueId: queue.id }));
  const [open, setOpen] = useState<Open | null>(null);
  const mayWrite = can("queues:write") && queue.kind === "single";
  useShortcuts(
    "Rules",
    useMemo(
      () =>
        mayWrite ? [{ keys: "n", label: "New rule", run: () => setOpen({ kind: "form", rule: null }) }] : [],
      [mayWrite],
    ),
  );
  const add = mayWrite ? (
    <Button icon={<Plus />} onClick={() => setOpen({ kind: "form", rule: null })}>
      New rule
    </Button>
  ) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Rules of the queue" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4 sm:p-6">
        {rules.error && rules.data ? (
          <QueryErrorBanner title="Could not refresh the rules." query={rules} />
        ) : null}
        <Rules
          rules={rules}
          isPairwise={queue.kind === "pairwise"}
          add={add}
          mayWrite={mayWrite}
          onOpen={setOpen}
        />
      </div>
      {open?.kind === "form" ? (
        <RuleFormDialog
          rule={open.rule}
          onClose={() => setOpen(null)}
          onCreated={(rule) => setOpen({ kind: "backfill", rule })}
        />
      ) : null}
      {open?.kind === "backfill" ? <BackfillDialog rule={open.rule} onClose={() => setOpen(null)} /> : null}
      {open?.kind === "delete" ? <DeleteRuleDialog rule={open.rule} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

type RulesProps = {
  rules: ReturnType<typeof useQuery<QueueRule[]>>;
  isPairwise: boolean;
  add: React.ReactNode;
  mayWrite: boolean;
  onOpen: (open: Open) => void;
};

function Rules({ rules, isPairwise, add, mayWrite, onOpen }: RulesProps) {
  if (isPairwise)
    return (
      <EmptyState icon={<Workflow />} title="No rules in a queue of pairs">
        A rule chooses single calls. Add pairs on the Items page.
      </EmptyState>
    );
  if (!rules.data)
    return rules.error ? (
      <QueryError title="The rules could not be loaded" query={rules} />
    ) : (
      <SkeletonLines label="Loading the rules" lines={5} />
    );
  if (rules.data.length === 0)
    return (
      <EmptyState icon={<Workflow />} title="No rules yet" actions={add}>
        A rule adds calls to this queue as they end: those with an error, every tenth, or those with a thumb
        down.
      </EmptyState>
    );
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base">Rules</h2>
        {add}
      </div>
      <ul className="flex flex-col gap-3">
        {rules.data.map((rule) => (
          <li key={rule.id}>
            <RuleCard
              rule={rule}
              mayWrite={mayWrite}
              onEdit={() => onOpen({ kind: "form", rule })}
              onBackfill={() => onOpen({ kind: "backfill", rule })}
              onDelete={() => onOpen({ kind: "delete", rule })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
