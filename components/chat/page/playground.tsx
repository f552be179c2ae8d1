"use client";

import { Code, Columns2, SendHorizontal, SlidersHorizontal, Square, SquarePen } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { ChatSettingsPanel } from "#components/chat/request/chat-settings-panel.tsx";
import { CodeDialog } from "#components/chat/request/code-dialog.tsx";
import { messageInCode } from "#components/chat/request/request-code.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import type { ChatModels } from "./chat-model-picker.tsx";
import { ColumnBar } from "./column-bar.tsx";
import { LabelStrip } from "./label-strip.tsx";
import { RoundList } from "./round-list.tsx";
import { RoundView } from "./round-view.tsx";
import { usePlaygroundPage } from "./use-playground-page.ts";

/** One to four models over the same prompts. */
export function Playground({ models }: { models: ChatModels }) {
  const page = usePlaygroundPage(models);
  const [showsSettings, setShowsSettings] = useState(false);
  const [coded, setCoded] = useState<string | null>(null);
  const { rounds, columns, columnActs, settings, coming } = page;
  const last = rounds.at(-1);
  return (
    <>
      <PageHeader
        title="Playground"
        actions={
          <HeaderActions
            onAdd={page.isHidden(last) ? null : columnActs.add}
            showsSettings={showsSettings}
            onSettings={() => setShowsSettings(!showsSettings)}
            onClear={rounds.length === 0 ? null : page.clear}
          />
        }
      />
      <div className="flex min-h-0 min-w-0 flex-1 max-lg:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ColumnBar
            models={models}
            columns={page.placed}
            areHidden={page.isHidden(last)}
            onModel={columnActs.setModel}
            onRemove={columnActs.remove}
          />
          {page.isHidden(last) ? null : (
            <LabelStrip
              models={models}
              columns={columns}
              canTry={coming === 0 && page.problem === null}
              onTry={page.ask}
            />
          )}
          <RoundList rounds={rounds} isComing={coming > 0} hasSeveral={columns.length > 1}>
            {rounds.map((round) => (
              <RoundView
                key={round.id}
                rounds={rounds}
                round={round}
                columns={columns}
                isLast={round === last}
                isHidden={page.isHidden(round)}
                showsHeat={settings.showsHeat}
                vote={page.votes.get(round.id)}
                acts={page.acts}
              />
            ))}
          </RoundList>
          <ChatComposer
            input={page.input}
            coming={coming}
            problem={page.problem}
            onSend={page.ask}
            onStop={page.stopAll}
            onCode={setCoded}
          />
        </div>
        {showsSettings ? (
          <ChatSettingsPanel settings={settings} faults={page.faults} onChange={page.setSettings} />
        ) : null}
      </div>
      {coded !== null && columns[0] ? (
        <CodeDialog
          what={columns.length > 1 ? `The next message to ${columns[0].model}` : "The next message"}
          body={page.bodyFor(messageInCode(coded), columns[0])}
          isWritten={coded !== ""}
          onClose={() => setCoded(null)}
        />
      ) : null}
      <QueuedReplies callIds={page.queued} onDone={() => page.setQueued([])} />
    </>
  );
}

function QueuedReplies({ callIds, onDone }: { callIds: readonly string[]; onDone: () => void }) {
  return (
    <AddToQueueDialog
      callIds={callIds}
      open={callIds.length > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone();
      }}
    />
  );
}

type HeaderActionsProps = {
  onAdd: (() => void) | null;
  showsSettings: boolean;
  onSettings: () => void;
  onClear: (() => void) | null;
};

function HeaderActions({ onAdd, showsSettings, onSettings, onClear }: HeaderActionsProps) {
  return (
    <>
      <Button icon={<Columns2 />} disabled={onAdd === null} onClick={() => onAdd?.()}>
        Add model
      </Button>
      <Button icon={<SlidersHorizontal />} aria-expanded={showsSettings} onClick={onSettings}>
        Settings
      </Button>
      <Button icon={<SquarePen />} disabled={onClear === null} onClick={() => onClear?.()}>
        New conversation
      </Button>
    </>
  );
}

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
function ChatComposer({ input, coming, problem, onSend, onStop, onCode }: ChatComposerProps) {
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
          data-first-focus
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
