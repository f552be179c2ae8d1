"use client";

import { Code, SendHorizontal, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";

type ChatComposerProps = {
  input: RefObject<HTMLTextAreaElement | null>;
  /** How many models are being heard. */
  coming: number;
  /** Why nothing can be sent now. */
  problem: string | null;
  onSend: (text: string) => void;
  onStop: () => void;
  /** Shows what a message would be sent as. */
  onCode: (text: string) => void;
};

/** Enter sends, Shift and Enter begins a line; while replies come one can write on, and stop them. */
export function ChatComposer({ input, coming, problem, onSend, onStop, onCode }: ChatComposerProps) {
  const [text, setText] = useState("");
  const canSend = text.trim() !== "" && coming === 0 && problem === null;
  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="shrink-0 border-line border-t p-4"
    >
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <Textarea
          ref={input}
          aria-label="Message"
          aria-keyshortcuts="Enter"
          placeholder="Write a message"
          rows={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-48! min-h-10! resize-none! py-2!"
        />
        <IconButton
          label="Show as code"
          icon={<Code />}
          className="h-10! w-10!"
          disabled={problem !== null}
          onClick={() => onCode(text.trim())}
        />
        {coming > 0 ? (
          <Button size="lg" icon={<Square />} aria-keyshortcuts="Escape" onClick={onStop}>
            {coming > 1 ? "Stop all" : "Stop"}
          </Button>
        ) : (
          <Button type="submit" size="lg" variant="primary" icon={<SendHorizontal />} disabled={!canSend}>
            Send
          </Button>
        )}
      </div>
      <div className="mx-auto max-w-3xl">
        <FieldError error={problem} />
      </div>
    </form>
  );
}
