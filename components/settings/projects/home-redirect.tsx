"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { lastProject } from "#components/project/last-project.ts";
import type { CurrentProject } from "#components/project/project-context.tsx";
import { type Project, projectsQuery } from "#components/project/project-queries.ts";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";

/** Redirects to the last opened project, or to the only sensible place to start. */
export function HomeRedirect() {
  const router = useRouter();
  const { data, error, refetch, isFetching } = useQuery(projectsQuery);
  useEffect(() => {
    if (data) router.replace(homeOf(data, lastProject()));
  }, [data, router]);
  return (
    <main className="flex min-h-dvh items-center justify-center">
      {error && !data ? (
        <ErrorState
          isPage
          title="Your projects could not be loaded"
          detail={explainError(error)}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      ) : (
        <span className="flex items-center gap-2 text-muted">
          <Spinner />
          <span className="animate-late">Opening your project…</span>
        </span>
      )}
    </main>
  );
}

/** The overview is not for annotators; their work waits in queues. */
export function startOf(role: CurrentProject["role"]): string {
  return role === "annotator" ? "queues" : "overview";
}

function homeOf(projects: readonly Project[], last: string | null): string {
  const found = projects.find((one) => one.projectId === last) ?? projects[0];
  return found
    ? projectHref({ entity: found.entity, project: found.name }, startOf(found.role))
    : "/projects";
}
