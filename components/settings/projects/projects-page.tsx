"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderPlus, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { tableProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { type Project, projectsQuery } from "#components/project/project-queries.ts";
import { ROLE_TEXTS } from "#components/project/role-texts.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { CreateProjectDialog } from "./create-project-dialog.tsx";
import { Deletions } from "./deletions.tsx";
import { startOf } from "./home-redirect.tsx";

const COLUMNS: readonly DataTableColumn<Project>[] = [
  {
    id: "project",
    header: "Project",
    width: "fill",
    cell: ({ entity, name, displayName }) => (
      <span title={`${entity}/${name}`}>
        <span className="text-faint">{entity} / </span>
        <span className="font-medium">{displayName ?? name}</span>
        {displayName ? <span className="text-faint max-md:hidden"> {name}</span> : null}
      </span>
    ),
  },
  { id: "role", header: "Your role", width: "sm", cell: ({ role }) => ROLE_TEXTS[role].label },
  {
    id: "created",
    header: "Created",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
  },
];

/** The projects that the reader may open. */
export function ProjectsPage() {
  const me = useMe();
  const router = useRouter();
  const projects = useQuery(projectsQuery);
  const [isCreating, setCreating] = useState(false);
  const canCreate = me.isInstanceAdmin || me.entities.some(({ isAdmin }) => isAdmin);
  const create = canCreate ? (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      New project
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Projects"
        meta={projects.data ? countOf(projects.data.length, "project") : null}
        actions={create}
      />
      <Deletions />
      <DataTable
        className="flex-1"
        label="Projects"
        columns={COLUMNS}
        {...tableProps(projects, "The projects")}
        getRowId={({ projectId }) => projectId}
        rowLabel={({ projectId }) => `Project ${projectId}`}
        empty={
          <EmptyState icon={<FolderPlus />} title="No projects yet" actions={create}>
            {canCreate
              ? "A project holds the calls, queues and models of one application."
              : "Ask an admin of a project to invite you."}
          </EmptyState>
        }
        onOpen={({ entity, name, role }) =>
          router.push(projectHref({ entity, project: name }, startOf(role)))
        }
      />
      {isCreating ? <CreateProjectDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}
