"use client";

import { type FormEvent, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useRenameProject } from "#components/project/project-queries.ts";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";

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
    rename.mutate(name, {
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
