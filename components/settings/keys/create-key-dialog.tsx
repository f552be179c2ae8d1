"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { projectsQuery } from "#components/project/project-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { KEY_SCOPES, type KeyScope } from "#lib/contract/access.ts";
import { useCreateKey } from "./key-queries.ts";
import { SCOPE_TEXTS } from "./key-scopes.ts";

const NEVER = "never";
const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: NEVER, label: "Never" },
];

type CreateKeyDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Makes a key and shows it, this once. */
export function CreateKeyDialog({ open, onOpenChange }: CreateKeyDialogProps) {
  const [made, setMade] = useState<string | null>(null);
  const close = (isOpen: boolean) => {
    onOpenChange(isOpen);
    if (!isOpen) setMade(null);
  };
  if (made)
    return (
      <Dialog
        open={open}
        onOpenChange={close}
        title="Copy the key now"
        description="It is shown only once. Anyone who has it can act in your name, so treat it like a password."
        footer={
          <Button variant="primary" onClick={() => close(false)}>
            Done
          </Button>
        }
      >
        <CopyField label="API key" value={made} />
      </Dialog>
    );
  return <KeyForm open={open} onOpenChange={close} onMade={setMade} />;
}

type KeyFormProps = CreateKeyDialogProps & { onMade: (key: string) => void };

function KeyForm({ open, onOpenChange, onMade }: KeyFormProps) {
  const formId = useId();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["read", "write"]);
  const [projectIds, setProjectIds] = useState<readonly string[] | null>(null);
  const [expiry, setExpiry] = useState("90");
  const [isChecked, setChecked] = useState(false);
  const create = useCreateKey();
  const isIncomplete = name.trim() === "" || scopes.length === 0 || projectIds?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isIncomplete) return;
    create.mutate(
      {
        name: name.trim(),
        scopes: [...scopes],
        projectIds: [...(projectIds ?? [])],
        ...(expiry === NEVER ? {} : { expiresInDays: Number(expiry) }),
      },
      { onSuccess: ({ key }) => onMade(key) },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New API key"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Name"
          help="A name to recognize it by, for example the program or machine."
          error={
            (isChecked && name.trim() === "" && "Enter a name for the key.") ||
            problemOf(create.error, "name")
          }
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
        <ScopeChoice scopes={scopes} onChange={setScopes} isMissing={isChecked && scopes.length === 0} />
        <ProjectChoice projectIds={projectIds} onChange={setProjectIds} isChecked={isChecked} />
        <Field label="Expires">
          {(control) => <Select {...control} value={expiry} onValueChange={setExpiry} options={EXPIRIES} />}
        </Field>
        <FieldError error={formProblem(create.error, ["name"])} />
      </form>
    </Dialog>
  );
}

type ScopeChoiceProps = {
  scopes: readonly KeyScope[];
  onChange: (scopes: readonly KeyScope[]) => void;
  isMissing: boolean;
};

function ScopeChoice({ scopes, onChange, isMissing }: ScopeChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">What it may do</legend>
      {KEY_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={SCOPE_TEXTS[scope].label}
          help={SCOPE_TEXTS[scope].help}
          checked={scopes.includes(scope)}
          onCheckedChange={(checked) =>
            onChange(KEY_SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))))
          }
        />
      ))}
      <FieldError error={isMissing ? "Choose at least one." : null} />
    </fieldset>
  );
}

type ProjectChoiceProps = {
  /** Null for all projects of the key's owner. */
  projectIds: readonly string[] | null;
  onChange: (projectIds: readonly string[] | null) => void;
  isChecked: boolean;
};

function ProjectChoice({ projectIds, onChange, isChecked }: ProjectChoiceProps) {
  const { data: projects } = useQuery(projectsQuery);
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label="Where"
        value={projectIds === null ? "all" : "some"}
        onValueChange={(picked) => onChange(picked === "all" ? null : [])}
        options={[
          { value: "all", label: "In all your projects, including future ones" },
          { value: "some", label: "Only in some" },
        ]}
      />
      {projectIds === null ? null : (
        <div className="ml-6 flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {(projects ?? []).map(({ projectId }) => (
            <Checkbox
              key={projectId}
              label={projectId}
              checked={projectIds.includes(projectId)}
              onCheckedChange={(checked) =>
                onChange(checked ? [...projectIds, projectId] : projectIds.filter((one) => one !== projectId))
              }
            />
          ))}
          <FieldError error={isChecked && projectIds.length === 0 ? "Choose at least one project." : null} />
        </div>
      )}
    </div>
  );
}
