"use client";

import { useQuery } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { baseModelsOf, upstreamModelsOf } from "#components/run/queries/base-models.ts";
import { modelChoicesQuery, servedModelsQuery } from "#components/run/queries/model-queries.ts";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Playground } from "./playground.tsx";

/** Chats with base models, checkpoints and models of other servers, one or several at a time. `?model=` and `?models=` name them as requests do. */
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
    return <Playground models={models} />;
  }
  return (
    <>
      <PageHeader title="Playground" />
      {!mayChat ? (
        <NoAccess title="Chat is open to engineers and admins">
          Your role can view conversations and training, but not chat.
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
