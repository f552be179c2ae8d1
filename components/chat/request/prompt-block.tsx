"use client";

import { Pencil } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";

type PromptBlockProps = {
  prompt: string;
  /** Whether later rounds go when it is edited. */
  hasLater: boolean;
  /** Null if nothing can be asked now. */
  onEdit: ((prompt: string) => void) | null;
};

/** A prompt, which can be edited and sent again. */
export function PromptBlock({ prompt, hasLater, onEdit }: PromptBlockProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && onEdit)
    return (
      <PromptEditor
        draft={draft}
        hasLater={hasLater}
        onChange={setDraft}
        onCancel={() => setDraft(null)}
        onAsk={() => {
          setDraft(null);
          onEdit(draft.trim());
        }}
      />
    );
  const message = {
    role: "user",
    name: null,
    parts: [{ kind: "text" as const, text: prompt }],
    toolCalls: [],
    toolCallId: null,
    from: "inputs" as const,
  };
  return (
    <div className="group/prompt relative min-w-0">
      <MessageBlock message={message} />
      {onEdit ? (
        <IconButton
          label="Edit the message"
          icon={<Pencil />}
          size="sm"
          onClick={() => setDraft(prompt)}
          className="absolute! top-1 right-1"
        />
      ) : null}
    </div>
  );
}

type PromptEditorProps = {
  draft: string;
  hasLater: boolean;
  onChange: (draft: string) => void;
  onCancel: () => void;
  onAsk: () => void;
};

function PromptEditor({ draft, hasLater, onChange, onCancel, onAsk }: PromptEditorProps) {
  const canAsk = draft.trim() !== "";
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onCancel();
    }
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canAsk) onAsk();
  };
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-3">
      <Textarea
        aria-label="Edited message"
        // It takes the place of the button that was just pressed.
        autoFocus
        rows={3}
        value={draft}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {hasLater ? (
          <span className="mr-auto text-muted text-xs">Later messages are removed from the page.</span>
        ) : null}
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" disabled={!canAsk} onClick={onAsk}>
          Ask again
        </Button>
      </div>
    </div>
  );
}
