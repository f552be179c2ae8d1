"use client";

import { Columns2, SlidersHorizontal, SquarePen } from "lucide-react";
import { useState } from "react";
import { ChatSettingsPanel } from "#components/chat/request/chat-settings-panel.tsx";
import { CodeDialog } from "#components/chat/request/code-dialog.tsx";
import { messageInCode } from "#components/chat/request/request-code.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import type { ChatModels } from "./chat-model-picker.tsx";
import { ColumnBar } from "./column-bar.tsx";
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
      <AddToQueueDialog
        callIds={page.queued}
        open={page.queued.length > 0}
        onOpenChange={(isOpen) => {
          if (!isOpen) page.setQueued([]);
        }}
      />
    </>
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
