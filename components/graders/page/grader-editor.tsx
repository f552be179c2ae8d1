"use client";

import { Archive, ArchiveRestore, ArrowLeft, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { TrustBadge } from "#components/graders/agreement/trust-badge.tsx";
import { draftOf, draftOfType, type GraderDraft, readDraft } from "#components/graders/parts/grader-draft.ts";
import { useArchiveGrader, useSaveGrader } from "#components/graders/parts/grader-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { DryRunPanel } from "./dry-run-panel.tsx";
import { GraderFields } from "./grader-fields-form.tsx";
import { TryOut } from "./try-out.tsx";

/** What a new grader begins with, and with whose answers it is compared once it is saved. */
type First = {
  name: string;
  draft: GraderDraft;
  people: { queueId: string; field: string };
  /** What its model has learned, in a sentence. */
  learned: string;
};

/** The grader on the left, what it says of answers on the right, while one types. */
export function GraderEditor({ stored, first }: { stored: StoredGrader | null; first?: First }) {
  const formId = useId();
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const mayWrite = can("evaluations:write");
  const [naming, setNaming] = useState<NamingDraft>({
    name: stored?.name ?? first?.name ?? "",
    description: stored?.description ?? "",
  });
  const [draft, setDraft] = useState<GraderDraft>(() =>
    stored ? draftOf(stored.grader) : (first?.draft ?? draftOfType("string_check")),
  );
  const save = useSaveGrader(projectId, stored?.id ?? null);
  const { grader, faults } = readDraft(draft);
  const change = (next: GraderDraft) => {
    setDraft(next);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!grader || naming.name.trim() === "" || save.isPending) return;
    const open = (id: string) =>
      router.replace(`${projectHref({ entity, project }, "graders", id)}${agreementOf(first)}`);
    const after = {
      onSuccess: ({ grader: saved }: { grader: StoredGrader }) => sayWhatWasSaved(saved, Boolean(stored)),
      ...(stored ? {} : { ifStillHere: ({ grader: saved }: { grader: StoredGrader }) => open(saved.id) }),
    };
    carryOut(save, { ...naming, grader }, after);
  };
  const isNameTaken = save.error instanceof ApiError && save.error.code === "name_taken";
  return (
    <>
      <PageHeader
        title={stored?.name ?? "New grader"}
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "graders")}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            Graders
          </ButtonLink>
        }
        meta={
          <>
            {stored?.isArchived ? <Badge>Archived</Badge> : null}
            {stored?.measurement ? <TrustBadge grader={stored} /> : null}
          </>
        }
        actions={
          <>
            {stored ? <AgreementLink graderId={stored.id} /> : null}
            {mayWrite ? (
              <>
                {stored ? <ArchiveButton grader={stored} /> : null}
                <Button
                  type="submit"
                  form={formId}
                  variant="primary"
                  pending={save.isPending}
                  disabled={grader === null || naming.name.trim() === ""}
                >
                  Save
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid items-start gap-6 p-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <form id={formId} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
            <Naming
              naming={naming}
              error={
                isNameTaken
                  ? `“${naming.name}” is the name of another grader. Choose another.`
                  : problemOf(save.error, "name")
              }
              onChange={(next) => {
                setNaming(next);
                save.reset();
              }}
            />
            {first ? (
              <p className="rounded-md bg-sunken px-3 py-2 text-muted text-sm">{first.learned}</p>
            ) : null}
            <GraderFields draft={draft} faults={faults ?? {}} onChange={change} />
            <FieldError error={isNameTaken ? null : formProblem(save.error, ["name"])} />
          </form>
          <div className="flex min-w-0 flex-col gap-6">
            <TryOut grader={grader} />
            <DryRunPanel grader={grader} />
          </div>
        </div>
      </div>
    </>
  );
}

function sayWhatWasSaved({ name }: StoredGrader, isChange: boolean): void {
  toast({
    title: `“${name}” was saved`,
    ...(isChange
      ? { detail: "Evaluations that measure by it keep what it was. Make another one to measure by it now." }
      : {}),
    tone: "success",
  });
}

/** A judge that has learned from people is measured against them next. */
function agreementOf(first: First | undefined): string {
  return first ? `/agreement?${new URLSearchParams(first.people)}` : "";
}

type NamingDraft = { name: string; description: string };
type NamingProps = { naming: NamingDraft; error: string | null; onChange: (naming: NamingDraft) => void };

function Naming({ naming, error, onChange }: NamingProps) {
  return (
    <>
      <Field label="Name" required error={error}>
        {(control) => (
          <Input
            {...control}
            value={naming.name}
            maxLength={128}
            onChange={({ target }) => onChange({ ...naming, name: target.value })}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <Input
            {...control}
            value={naming.description}
            onChange={({ target }) => onChange({ ...naming, description: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function AgreementLink({ graderId }: { graderId: string }) {
  const { entity, project } = useProject();
  const href = `${projectHref({ entity, project }, "graders", graderId)}/agreement`;
  return (
    <ButtonLink href={href} icon={<Users />}>
      Agreement with people
    </ButtonLink>
  );
}

function ArchiveButton({ grader }: { grader: StoredGrader }) {
  const { projectId } = useProject();
  const archive = useArchiveGrader(projectId, grader.id);
  const { isArchived, name } = grader;
  const set = (next: boolean) =>
    carryOut(archive, next, {
      onSuccess: () =>
        toast({
          title: next ? `“${name}” was archived` : `“${name}” was restored`,
          tone: "success",
          action: { label: "Undo", onAction: () => archive.mutate(!next) },
        }),
      onError: (error) =>
        toast({ title: "The grader could not be changed.", detail: explainError(error), tone: "danger" }),
    });
  return (
    <Button
      icon={isArchived ? <ArchiveRestore /> : <Archive />}
      pending={archive.isPending}
      onClick={() => set(!isArchived)}
    >
      {isArchived ? "Restore" : "Archive"}
    </Button>
  );
}
