"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { moveFault } from "#components/models/moves/move-fault.ts";
import { useSayMoved } from "#components/models/moves/moved-alias.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { useAliasActs } from "./alias-acts.ts";
import { aliasFault } from "./gate-draft.ts";
import { useRetractedQuestion } from "./retracted-question.tsx";
import { useAsked } from "./use-asked.ts";

type NameCandidateProps = { modelId: string; step: number; initial: string };

/** A form that names a checkpoint as its reader wants. */
export function NameCandidate({ modelId, step, initial }: NameCandidateProps) {
  const { move } = useAliasActs(modelId);
  const question = useRetractedQuestion(modelId);
  const [name, setName] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const sayMoved = useSayMoved();
  // The address names the checkpoint, so its reader has come to give it a name; where that is taken, to move it rather.
  useEffect(() => {
    if (initial !== "") field.current?.focus({ preventScroll: true });
  }, [initial]);
  const fault = aliasFault(name);
  const { isAsked } = useAsked(modelId);
  const tried = move.variables?.name ?? name;
  const refusal =
    move.error && !isAsked({ alias: tried, step }) ? moveFault(move.error, { name: tried, step }) : null;
  const give = () => carryOut(move, { name, step }, { onSuccess: () => sayMoved(name, step) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault === null && !move.isPending) question.before({ name, step }, give);
  };
  return (
    <form noValidate onSubmit={submit} className="w-full max-w-sm text-left">
      <Field
        label={`Alias for step ${step}`}
        help="Requests name it as model:alias. A name that another step has moves here."
        error={(isChecked && fault) || refusal}
      >
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              ref={field}
              value={name}
              maxLength={64}
              placeholder="production"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => setName(target.value.trim())}
            />
            <Button type="submit" variant="primary" pending={move.isPending || question.isLooking}>
              Name step {step}
            </Button>
          </span>
        )}
      </Field>
      {question.dialog}
    </form>
  );
}
