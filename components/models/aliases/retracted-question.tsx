"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { retractedRowsQuery } from "./alias-queries.ts";
import { retractedWords } from "./retracted-words.ts";

type Naming = { name: string; step: number };
type Asking = Naming & { retracted: RetractedRows; act: () => void };

type Question = {
  /** Does it at once where nothing that the checkpoint learned from is retracted, and else asks first. */
  before: (naming: Naming, act: () => void) => void;
  isLooking: boolean;
  dialog: ReactNode;
};

/** Asks whether a checkpoint is to be called by a name that programs use, although it learned from what nobody stands by any more. */
export function useRetractedQuestion(modelId: string): Question {
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const before = async (naming: Naming, act: () => void) => {
    setLooking(true);
    const retracted = await lookUp(client, modelId, naming.step);
    setLooking(false);
    if (retracted) setAsking({ ...naming, retracted, act });
    else act();
  };
  return {
    before: (naming, act) => void before(naming, act),
    isLooking,
    dialog: asking ? <Dialog asking={asking} onClose={() => setAsking(null)} /> : null,
  };
}

/** Where it cannot be known, the act is done, which then says what is wrong. */
async function lookUp(client: QueryClient, modelId: string, step: number): Promise<RetractedRows | null> {
  try {
    return (await client.fetchQuery(retractedRowsQuery(modelId, step))).retracted;
  } catch {
    return null;
  }
}

function Dialog({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const { name, step, retracted, act } = asking;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Name step ${step} “${name}”, though it learned from retracted answers?`}
      confirmLabel="Name it all the same"
      tone="primary"
      onConfirm={() => {
        onClose();
        act();
      }}
    >
      {retractedWords(retracted, "it")} Programs that ask for {name} are answered by it from then on.
    </ConfirmDialog>
  );
}
