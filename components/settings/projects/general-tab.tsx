"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { contentsQuery, useDeleteProject, useRenameProject } from "#components/project/project-queries.ts";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatBytes } from "#components/ui/text/format.ts";
import type { getProjectContents } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

/** The name of a project, and its end. */
export function GeneralTab() {
  const { can, projectId } = useProject();
  const [isDeleting, setDeleting] = useState(false);
  if (!can("project:manage"))
    return <NoAccess title="Only admins can rename and delete a project">See them under Members.</NoAccess>;
  return (
    <div className="max-w-4xl p-4">
      <SettingsSection
        title="Name"
        intro="The name that people see. The path cannot change, because references, keys and programs depend on it."
      >
        <NameForm />
        <div className="mt-4 max-w-sm">
          <CopyField label="Path" value={projectId} />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Delete project"
        intro="Deletes all calls, feedback, queues, answers, models, training jobs and files. This cannot be undone."
        actions={
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete project
          </Button>
        }
      >
        {isDeleting ? <DeleteProjectDialog onClose={() => setDeleting(false)} /> : null}
      </SettingsSection>
    </div>
  );
}

function NameForm() {
  const project = useProject();
  const rename = useRenameProject(project);
  const [name, setName] = useState(project.shownName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    carryOut(rename, name, {
      onSuccess: ({ displayName }) => {
        setName(displayName ?? project.project);
        toast({ title: "The name is saved", tone: "success" });
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      <Field
        label="Shown name"
        help={`Leave it empty to show “${project.project}”.`}
        error={problemOf(rename.error, "display_name")}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FieldError error={formProblem(rename.error, ["display_name"])} />
      <Button
        type="submit"
        variant="primary"
        className="w-fit"
        disabled={name.trim() === project.shownName}
        pending={rename.isPending}
      >
        Save
      </Button>
    </form>
  );
}

/** Shows what goes, and asks for the path, typed: there is no way back. */
function DeleteProjectDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const formId = useId();
  const contents = useQuery(contentsQuery(project));
  const remove = useDeleteProject(project);
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isRight = typed.trim() === project.projectId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isRight)
      carryOut(remove, project.projectId, { onSuccess: () => window.location.assign("/projects") });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete ${project.projectId}?`}
      description="It can no longer be opened, its training is cancelled, and its data is deleted in the background. The audit log records the deletion."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            disabled={contents.isPending}
            pending={remove.isPending || remove.isSuccess}
          >
            Delete project
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {contents.data ? <Contents contents={contents.data} /> : null}
        {contents.isPending ? <SkeletonLines label="Counting what the project holds" lines={2} /> : null}
        <FieldError error={contents.error ? explainError(contents.error) : null} />
        <Field
          label={`Type ${project.projectId} to delete it`}
          error={isChecked && !isRight ? `This does not match ${project.projectId}.` : null}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FieldError error={remove.error ? explainError(remove.error) : null} />
      </form>
    </Dialog>
  );
}

function Contents({ contents }: { contents: ReplyOf<typeof getProjectContents> }) {
  const held = [
    [contents.calls, "call"],
    [contents.feedback, "feedback item"],
    [contents.queues, "queue"],
    [contents.queueItems, "queue item", "queue items"],
    [contents.models, "model"],
    [contents.checkpoints, "checkpoint"],
    [contents.trainingJobs, "training job"],
    [contents.files, "uploaded file"],
  ] as const;
  const { bytes, jobDataBytes } = contents;
  const parts = [
    ...held.filter(([count]) => count > 0).map(([count, one, many]) => countOf(count, one, many)),
    ...(jobDataBytes > 0 ? [`${formatBytes(jobDataBytes)} of data and states that training jobs keep`] : []),
  ];
  if (parts.length === 0) return <p className="text-muted">It is empty.</p>;
  return (
    <div className="rounded-md bg-danger-tint px-3 py-2 text-danger-ink">
      <p className="font-medium">
        Also deleted{bytes + jobDataBytes > 0 ? `, ${formatBytes(bytes + jobDataBytes)} of files` : null}:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {contents.unendedJobs > 0 ? (
        <p className="mt-1">
          {countOf(contents.unendedJobs, "training job")} still in progress will be cancelled.
        </p>
      ) : null}
    </div>
  );
}
