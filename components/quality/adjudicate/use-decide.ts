"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { type NewDecision, useAdjudication } from "#components/quality/quality-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Decision } from "#lib/contract/annotation/queue-lead.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { askedValues } from "./merge.ts";

/** What is decided of an item, and how that is shown and taken back. */
export function useDecide(item: QueueItem, decision: Decision | null) {
  const { projectId } = useProject();
  const { fieldRules } = useQueue();
  const acts = useAdjudication(projectId, { queueId: item.queueId, itemId: item.id });
  const [note, setNote] = useState("");
  const [wantsGold, setWantsGold] = useState(false);
  const isGold = decision ? decision.isGold : wantsGold;
  const before = decision;
  // What was said before the queue had its present rules may hold more than they ask.
  const asAsked = (next: NewDecision) => ({ ...next, values: askedValues(next.values, fieldRules) });
  const undo = () =>
    before
      ? carryOut(acts.decide, asAsked(asNew(before)), announcing("The earlier decision applies again"))
      : takeBack();
  const takeBack = () => carryOut(acts.undecide, undefined, announcing("The decision was undone"));
  const decide = (values: Record<string, unknown>, method: NewDecision["method"], title: string) =>
    carryOut(acts.decide, asAsked({ values, method, note: note.trim() || (decision?.note ?? ""), isGold }), {
      onSuccess: () => {
        setNote("");
        toast({ title, tone: "success", action: { label: "Undo", onAction: undo } });
      },
    });
  const flipGold = () => {
    if (!decision) return setWantsGold(!wantsGold);
    const title = decision.isGold ? "No longer gold" : "Made gold: answers are measured against it";
    carryOut(acts.decide, asAsked({ ...asNew(decision), isGold: !decision.isGold }), announcing(title));
  };
  const error = acts.decide.error ?? acts.undecide.error;
  return {
    note,
    setNote,
    isGold,
    decide,
    flipGold,
    takeBack,
    isPending: acts.decide.isPending || acts.undecide.isPending,
    error: error ? explainError(error) : null,
    sendBack: acts.sendBack,
  };
}

function announcing(title: string) {
  return { onSuccess: () => void toast({ title, tone: "success" as const }) };
}

/** A stored decision as one would send it again. */
function asNew({ values, method, note, isGold }: Decision): NewDecision {
  const known = method === "adopted" || method === "merged" ? method : "written";
  return { values, method: known, note, isGold };
}
