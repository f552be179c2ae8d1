"use client";

import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, SquarePen } from "lucide-react";
import { useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { FilterBar, PageHeader } from "#components/layout/page-header.tsx";
import { useSearchState } from "#components/layout/use-search-state.ts";
import { baseModelsOf, upstreamModelsOf } from "#components/models/base-models.ts";
import { modelChoicesQuery, servedModelsQuery } from "#components/models/model-queries.ts";
import { NoAccess } from "#components/projects/no-access.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import { settingsFaults, USUAL_SETTINGS } from "./chat-draft.ts";
import { ChatModelPicker, type ChatModels } from "./chat-model-picker.tsx";
import { ChatSettingsPanel } from "./chat-settings-panel.tsx";
import { ChatTurns } from "./chat-turns.tsx";
import { useConversation } from "./use-conversation.ts";

/** A plain chat with a base model, a checkpoint or a model of another server. `?model=` names it as requests do. */
export function ChatPage() {
  const { projectId, can } = useProject();
  const mayChat = can("chat:create");
  const served = useQuery({ ...servedModelsQuery, enabled: mayChat });
  const registered = useQuery({ ...modelChoicesQuery(projectId), enabled: mayChat });
  const error = served.error ?? registered.error;
  if (mayChat && served.data && registered.data) {
    const models = {
      registered: registered.data,
      bases: baseModelsOf(served.data),
      upstreams: upstreamModelsOf(served.data),
    };
    return <Chat models={models} />;
  }
  return (
    <>
      <PageHeader title="Chat" />
      {!mayChat ? (
        <NoAccess title="Chat is open to engineers and admins">
          Your role reads what was said and trained here, and asks no model.
        </NoAccess>
      ) : error ? (
        <ErrorState
          title="The models could not be loaded"
          detail={explainError(error)}
          onRetry={() => void Promise.all([served.refetch(), registered.refetch()])}
          pending={served.isFetching || registered.isFetching}
        />
      ) : (
        <div className="p-4">
          <SkeletonLines label="Loading the models" lines={5} />
        </div>
      )}
    </>
  );
}

function Chat({ models }: { models: ChatModels }) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const [settings, setSettings] = useState(USUAL_SETTINGS);
  const [showsSettings, setShowsSettings] = useState(false);
  const { conversation, isAnswering, ask, askAgain, stop, clear } = useConversation();
  const faults = settingsFaults(settings);
  const model = get("model") ?? defaultModel(models);
  const asking = model === null ? null : { projectId, model, settings };
  const isReady = asking !== null && Object.keys(faults).length === 0;
  return (
    <>
      <PageHeader
        title="Chat"
        actions={
          <>
            <Button
              icon={<SlidersHorizontal />}
              aria-expanded={showsSettings}
              onClick={() => setShowsSettings(!showsSettings)}
            >
              Settings
            </Button>
            <Button icon={<SquarePen />} disabled={conversation.turns.length === 0} onClick={clear}>
              New conversation
            </Button>
          </>
        }
      >
        <FilterBar>
          <ChatModelPicker models={models} value={model} onChange={(chosen) => replace({ model: chosen })} />
        </FilterBar>
      </PageHeader>
      <div className="flex min-h-0 min-w-0 flex-1 max-lg:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ChatTurns
            conversation={conversation}
            onAskAgain={isReady && asking && !isAnswering ? () => void askAgain(asking) : null}
          />
          <ChatComposer
            isAnswering={isAnswering}
            problem={
              isReady ? null : model === null ? "Choose a model first." : "Put the settings right first."
            }
            onSend={(text) => {
              if (asking) void ask(text, asking);
            }}
            onStop={stop}
          />
        </div>
        {showsSettings ? (
          <ChatSettingsPanel settings={settings} faults={faults} onChange={setSettings} />
        ) : null}
      </div>
    </>
  );
}

/** The newest model of the project, else the first base model. */
function defaultModel({ registered: [newest], bases: [base] }: ChatModels): string | null {
  if (newest) return `${newest.entity}/${newest.project}/${newest.name}`;
  return base ?? null;
}
