"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useVerifyCheckpoint } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";

/** Has the files of a damaged checkpoint checked again, and shows the result. */
export function VerifyCheckpoint({ modelId, step }: { modelId: string; step: number }) {
  const verify = useVerifyCheckpoint(modelId);
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      const { isCorrupt, detail } = await verify.mutateAsync(step);
      toast({
        title: isCorrupt ? `Step ${step} stays damaged` : `Step ${step} can be used again`,
        detail,
        tone: isCorrupt ? "danger" : "success",
      });
    } catch (error) {
      toast({ title: `Step ${step} could not be verified`, detail: explainError(error), tone: "danger" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" disabled={isBusy} onClick={() => void look()}>
      {isBusy ? `Verifying step ${step} …` : `Verify step ${step} again`}
    </Button>
  );
}
