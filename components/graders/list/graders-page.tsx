"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Archive, ArrowLeft, Plus, Scale } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { graderListQuery } from "#components/graders/parts/grader-queries.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { NameFilterBar, useNameFilters } from "#components/layout/state/name-filters.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { graderColumns } from "./grader-columns.tsx";

/** The graders of a project. */
export function GradersPage() {
  const { can } = useProject();
  if (can("evaluations:read")) return <Graders />;
  return (
    <>
      <PageHeader title="Graders" />
      <NoAccess title="Graders are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

/** Below this the columns would squeeze each other. */
const READABLE_PX = 800;

function Graders() {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { name, isArchived, clear } = useNameFilters();
  const list = useInfiniteQuery({
    ...graderListQuery(projectId, { name, isArchived }),
    placeholderData: keepPreviousData,
  });
  const place = useMemo(() => ({ entity, project }), [entity, project]);
  const columns = useMemo(() => graderColumns((id) => projectHref(place, "graders", id)), [place]);
  return (
    <>
      <PageHeader
        title="Graders"
        back={
          <ButtonLink href={projectHref(place, "evaluations")} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Evaluations
          </ButtonLink>
        }
        actions={
          can("evaluations:write") ? (
            <ButtonLink href={projectHref(place, "graders", "new")} variant="primary" icon={<Plus />}>
              New grader
            </ButtonLink>
          ) : null
        }
      >
        <NameFilterBar hasArchive />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Graders"
        minWidthPx={READABLE_PX}
        columns={columns}
        {...listProps(list, "The graders")}
        getRowId={({ id }) => id}
        rowLabel={(grader) => `Grader ${grader.name}`}
        empty={<NoGraders name={name} isArchived={isArchived} onClear={clear} />}
        onOpen={({ id }) => router.push(projectHref(place, "graders", id))}
      />
    </>
  );
}

type NoGradersProps = { name: string; isArchived: boolean; onClear: () => void };

/** Why the list is empty, and what to do about it. */
function NoGraders({ name, isArchived, onClear }: NoGradersProps) {
  const { entity, project, can } = useProject();
  if (name !== "")
    return (
      <EmptyState title="No graders match" actions={<Button onClick={onClear}>Show all graders</Button>} />
    );
  if (isArchived)
    return (
      <EmptyState
        icon={<Archive />}
        title="No archived graders"
        actions={<Button onClick={onClear}>Show the graders</Button>}
      />
    );
  return (
    <EmptyState
      icon={<Scale />}
      title="No graders yet"
      actions={
        can("evaluations:write") ? (
          <ButtonLink
            href={projectHref({ entity, project }, "graders", "new")}
            variant="primary"
            icon={<Plus />}
          >
            New grader
          </ButtonLink>
        ) : null
      }
    >
      A grader says how good an answer is: by a text, a number, a schema, a model, people or an address of
      yours. Try it out on stored calls before anything is measured with it.
    </EmptyState>
  );
}
