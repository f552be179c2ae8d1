"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useAddPairs } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { readPairLines } from "./pair-lines.ts";
import { pairsAddedText } from "./pairs-added-text.ts";

type AddPairsDialogProps = { queueId: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Takes pairs of call ids as they are pasted from a sheet. */
export function AddPairsDialog({ queueId, open, onOpenChange }: AddPairsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add pairs of calls">
      <PairsForm queueId={queueId} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PairsForm({ queueId, onDone }: { queueId: string; onDone: () => void }) {
  const { projectId } = useProject();
  const add = useAddPairs(projectId);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const { pairs, problems } = readPairLines(text);
  const problem =
    problems.length > 0
      ? `${problems.slice(0, 3).join(" ")}${problems.length > 3 ? ` And ${problems.length - 3} more.` : ""}`
      : pairs.length === 0
        ? "Paste at least one pair."
        : null;
  const submit = () => {
    setTried(true);
    if (problem !== null) return;
    carryOut(
      add,
      { queueId, pairs, displayFields: [] },
      {
        onSuccess: (added) => {
          toast(pairsAddedText(added));
          onDone();
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Call ids"
        error={isTried ? problem : null}
        help="Two call ids per line, separated by a comma, tab or space. Annotators do not see which came first."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            value={text}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <FieldError error={add.error ? explainError(add.error) : null} />
      <div className="flex items-center justify-end gap-3">
        <span aria-live="polite" className="text-muted text-sm">
          {pairs.length > 0 ? countOf(pairs.length, "pair") : null}
        </span>
        <Button type="submit" variant="primary" pending={add.isPending}>
          Add pairs
        </Button>
      </div>
    </form>
  );
}
