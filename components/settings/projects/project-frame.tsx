"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { ProjectShell } from "#components/layout/project-shell.tsx";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { rememberProject } from "#components/project/last-project.ts";
import { ProjectProvider } from "#components/project/project-context.tsx";
import { projectsQuery, shownNameOf } from "#components/project/project-queries.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { requestSignOut } from "#components/session/sign-in-request.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";

type ProjectFrameProps = { current: ProjectPath; startsCollapsed: boolean; children: ReactNode };

/** The shell around the pages of one project; inside it, `useProject` says which and in what role. */
export function ProjectFrame({ current, startsCollapsed, children }: ProjectFrameProps) {
  const me = useMe();
  const projects = useQuery(projectsQuery);
  const paths = useMemo(
    () =>
      projects.data?.map((one) => ({
        entity: one.entity,
        project: one.name,
        shownName: shownNameOf(one),
        role: one.role,
      })),
    [projects.data],
  );
  return (
    <ProjectShell
      current={current}
      projects={paths}
      role={projects.data?.find((one) => one.entity === current.entity && one.name === current.project)?.role}
      user={me}
      onSignOut={() => void requestSignOut()}
      startsCollapsed={startsCollapsed}
    >
      <ProjectInside current={current}>{children}</ProjectInside>
    </ProjectShell>
  );
}

function ProjectInside({ current, children }: { current: ProjectPath; children: ReactNode }) {
  const projects = useQuery(projectsQuery);
  const { entity, project } = current;
  const found = projects.data?.find((one) => one.entity === entity && one.name === project);
  const value = useMemo(
    () =>
      found
        ? { entity, project, projectId: found.projectId, shownName: shownNameOf(found), role: found.role }
        : null,
    [found, entity, project],
  );
  useEffect(() => {
    if (value) rememberProject(value);
  }, [value]);
  if (value) return <ProjectProvider value={value}>{children}</ProjectProvider>;
  if (projects.data)
    return (
      <EmptyState
        isPage
        title={`You cannot open ${entity}/${project}`}
        actions={<ButtonLink href="/projects">See your projects</ButtonLink>}
      >
        It may not exist, or you may not be a member. An admin of the project can invite you.
      </EmptyState>
    );
  if (projects.error) return <QueryError title="Your projects could not be loaded" query={projects} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the project" lines={5} />
    </div>
  );
}
