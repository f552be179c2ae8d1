"use client";

import { CornerDownRight } from "lucide-react";
import { useState } from "react";
import type { SaidCall } from "#components/chat/state/tool-turns.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";

type ToolResultsFormProps = {
  calls: readonly SaidCall[];
  /** Null where nothing can be asked now. */
  onSend: ((answers: { callId: string; content: string }[]) => void) | null;
};

/** Takes the results of the called tools, with which the model continues. An empty text is a result too. */
export function ToolResultsForm({ calls, onSend }: ToolResultsFormProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      aria-label="Tool results"
      className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend?.(calls.map(({ id, index }) => ({ callId: id, content: texts[index] ?? "" })));
      }}
    >
      {calls.map(({ index, name }) => (
        <Field
          key={index}
          label={
            <>
              Result of <code>{name}</code>
            </>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              placeholder="JSON or text, as the tool would return it"
              value={texts[index] ?? ""}
              onChange={(event) => setTexts({ ...texts, [index]: event.target.value })}
              className="font-mono text-xs!"
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 text-muted text-xs">
          If you send a new message instead, {calls.length > 1 ? "these calls" : "this call"} will not be part
          of the conversation.
        </p>
        <Button
          size="sm"
          type="submit"
          variant="primary"
          icon={<CornerDownRight />}
          disabled={onSend === null}
        >
          {calls.length > 1 ? "Send the results" : "Send the result"}
        </Button>
      </div>
    </form>
  );
}
