"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderPlus, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { tableProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { type Project, projectsQuery, useCreateProject } from "#components/project/project-queries.ts";
import { ROLE_TEXTS } from "#components/project/role-texts.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { isReservedEntity } from "#lib/contract/access/projects.ts";
import { Deletions } from "./deletions.tsx";
import { startOf } from "./home-redirect.tsx";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const NAME_RULE = "Use letters, digits, dots, underscores and hyphens; start with a letter or digit.";

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

function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const router = useRouter();
  const formId = useId();
  const own = me.entities.filter(({ isAdmin }) => isAdmin || me.isInstanceAdmin).map(({ name }) => name);
  const [entity, setEntity] = useState(own.includes(me.defaultEntity) ? me.defaultEntity : (own[0] ?? ""));
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const create = useCreateProject();
  const faults = { entity: entityFault(entity), name: NAME.test(name) ? null : NAME_RULE };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (faults.entity || faults.name) return;
    create.mutate(
      { entity, name },
      { onSuccess: () => router.push(projectHref({ entity, project: name }, "overview")) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="New project"
      description="A project holds the calls, queues and models of one application."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
            Create project
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          help="Programs name it in their requests; it does not change later."
          error={(isChecked && faults.name) || problemOf(create.error, "name")}
        >
          {(control) => (
            <Input {...control} value={name} onChange={(event) => setName(event.target.value.trim())} />
          )}
        </Field>
        <Field
          label="Entity"
          help={
            me.isInstanceAdmin
              ? "A team or a person. A new name creates a new entity."
              : "The team that owns it."
          }
          error={(isChecked && faults.entity) || problemOf(create.error, "entity")}
        >
          {(control) =>
            me.isInstanceAdmin ? (
              <Input {...control} value={entity} onChange={(event) => setEntity(event.target.value.trim())} />
            ) : (
              <Select
                {...control}
                value={entity}
                onValueChange={setEntity}
                options={own.map((one) => ({ value: one, label: one }))}
              />
            )
          }
        </Field>
        <FieldError error={formProblem(create.error, ["name", "entity"])} />
      </form>
    </Dialog>
  );
}

function entityFault(entity: string): string | null {
  if (!NAME.test(entity)) return NAME_RULE;
  return isReservedEntity(entity)
    ? `“${entity}” is reserved for Spindle's own addresses. Choose another name.`
    : null;
}
