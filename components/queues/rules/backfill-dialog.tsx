"use client";

import { useQuery } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { QueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { type BackfillCount, backfillCountQuery, useBackfill } from "./rule-queries.ts";

/** Counts what is stored already, and adds it only when somebody says so. */
export function BackfillDialog({ rule, onClose }: { rule: QueueRule; onClose: () => void }) {
  const { projectId } = useProject();
  const place = { projectId, queueId: rule.queueId };
  const counted = useQuery(backfillCountQuery(place, rule.id));
  const backfill = useBackfill(place);
  const toAdd = counted.data?.toAdd ?? 0;
  const onAdd = () =>
    carryOut(
      backfill,
      { ruleId: rule.id, limit: toAdd },
      {
        onSuccess: ({ addedCount }) => {
          toast({ title: `${countOf(addedCount, "call")} added`, tone: "success" });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Add earlier calls?"
      description={`The rule “${rule.name}” looks at calls from now on. These are stored already.`}
      footer={
        <>
          <Button onClick={onClose}>{toAdd > 0 ? "Not now" : "Close"}</Button>
          {toAdd > 0 ? (
            <Button variant="primary" onClick={onAdd} pending={backfill.isPending}>
              Add {countOf(toAdd, "call")}
            </Button>
          ) : null}
        </>
      }
    >
      {counted.data ? (
        <Counted counts={counted.data} rule={rule} />
      ) : counted.error ? (
        <QueryError title="The calls could not be counted" query={counted} />
      ) : (
        <SkeletonLines label="Counting the calls" lines={4} />
      )}
      <FieldError error={backfill.error ? explainError(backfill.error) : null} />
    </Dialog>
  );
}

function Counted({ counts, rule }: { counts: BackfillCount; rule: QueueRule }) {
  const { matching, inRate, queued, removed, toAdd, heldBack } = counts;
  const lines = [
    ["Pass the conditions", matching],
    ...(rule.rate < 1 ? [["Of these, within the rate", inRate] as const] : []),
    ...(queued > 0 ? [["In the queue already", queued] as const] : []),
    ...(removed > 0 ? [["Removed by somebody, so they stay out", removed] as const] : []),
    ...(heldBack > 0 ? [["Held back: more than the queue takes now", heldBack] as const] : []),
    ["To add, the newest first", toAdd],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 text-sm">
      {lines.map(([label, value]) => (
        <div key={label} className="contents last:font-medium">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
