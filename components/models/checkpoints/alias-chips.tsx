"use client";

import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { aliasFault } from "#components/models/aliases/gate-draft.ts";
import { useRetractedQuestion } from "#components/models/aliases/retracted-question.tsx";
import { useAsked } from "#components/models/aliases/use-asked.ts";
import { moveFault } from "#components/models/moves/move-fault.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { useSetAlias } from "./use-set-alias.ts";

/** What programs call the checkpoint that they use, where nobody has named one yet. */
const FIRST_ALIAS = "production";

type AliasChipsProps = {
  modelId: string;
  checkpoint: Pick<Checkpoint, "step" | "aliases" | "isCorrupt">;
  /** Aliases that other checkpoints have, to move here; null where the reader may change none. */
  others: readonly string[] | null;
};

/** The aliases of a checkpoint, with a form under the plus button for people who may change them. */
export function AliasChips({ modelId, checkpoint, others }: AliasChipsProps) {
  const { aliases, step, isCorrupt } = checkpoint;
  const own = aliases.filter((name) => name !== "latest");
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="-ml-1 flex min-w-0 items-center gap-1 overflow-hidden not-empty:ml-0">
        {aliases.map((name) => (
          <span key={name} title={name} className="min-w-8">
            <Badge tone={name === "latest" ? "neutral" : "accent"}>{name}</Badge>
          </span>
        ))}
      </span>
      {others === null || (isCorrupt && own.length === 0) ? null : (
        <AliasEditor modelId={modelId} step={step} own={own} others={others} />
      )}
    </span>
  );
}

type AliasEditorProps = { modelId: string; step: number; own: readonly string[]; others: readonly string[] };

function AliasEditor({ modelId, step, own, others }: AliasEditorProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={`Aliases of step ${step}`}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={own.length === 0 ? `Name step ${step}` : `Change the aliases of step ${step}`}
          className="inline-flex h-6 shrink-0 items-center justify-center gap-0.5 rounded-sm px-1 text-muted text-xs transition-colors hover:bg-pressed hover:text-ink pointer-coarse:h-9"
        >
          {own.length === 0 ? (
            <>
              <Plus aria-hidden="true" className="size-3.5" />
              Name
            </>
          ) : (
            "Change"
          )}
        </button>
      }
    >
      <AliasForm modelId={modelId} step={step} own={own} others={others} />
    </Popover>
  );
}

function AliasForm({ modelId, step, own, others }: AliasEditorProps) {
  const set = useSetAlias(modelId);
  const [name, setName] = useState(own.length + others.length === 0 ? FIRST_ALIAS : "");
  const [isChecked, setChecked] = useState(false);
  const fault = aliasFault(name);
  const question = useRetractedQuestion(modelId);
  const { isAsked } = useAsked(modelId);
  const tried = set.variables?.name ?? name;
  const refusal =
    set.error && !isAsked({ alias: tried, step }) ? moveFault(set.error, { name: tried, step }) : null;
  const give = (alias: string) =>
    question.before({ name: alias, step }, () =>
      set.mutate({ name: alias, step }, { onSuccess: () => [setName(""), setChecked(false)] }),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault === null) give(name);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="New alias"
        help={`Programs call step ${step} by it, as model:alias, while training continues.`}
        error={(isChecked && fault) || refusal}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={64}
            placeholder={FIRST_ALIAS}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setName(event.target.value.trim())}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-1.5">
        {others.map((alias) => (
          <Button key={alias} size="sm" onClick={() => give(alias)}>
            Move “{alias}” here
          </Button>
        ))}
        <Button type="submit" size="sm" variant="primary" pending={set.isPending || question.isLooking}>
          Add alias
        </Button>
      </div>
      {question.dialog}
      {own.length > 0 ? (
        <ul
          aria-label={`Aliases that step ${step} has`}
          className="flex flex-col gap-1 border-line border-t pt-2"
        >
          {own.map((alias) => (
            <li key={alias} className="flex items-center justify-between gap-2">
              <span className="min-w-0 truncate font-mono text-xs">{alias}</span>
              <IconButton
                label={`Remove the alias ${alias}`}
                icon={<X />}
                size="sm"
                onClick={() => set.mutate({ name: alias, step: null })}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
