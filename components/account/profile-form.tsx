"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formProblem, problemOf } from "#components/layout/explain-error.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast-store.ts";
import { call } from "#lib/client/call.ts";
import { updateMe } from "#lib/contract/accounts.ts";
import { useMe } from "./session-gate.tsx";
import { meQuery } from "./session-queries.ts";

export function ProfileForm() {
  const me = useMe();
  const queryClient = useQueryClient();
  const [name, setName] = useState(me.name);
  const [entity, setEntity] = useState(me.defaultEntity);
  const save = useMutation({
    mutationFn: () => call(updateMe, { name: name.trim(), defaultEntity: entity }),
    onSuccess: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved);
      toast({ title: "Your profile is saved", tone: "success" });
    },
  });
  const isUnchanged = name.trim() === me.name && entity === me.defaultEntity;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      <Field label="E-mail" help="Your address is how you sign in; it does not change.">
        {(control) => <Input {...control} value={me.email} readOnly disabled />}
      </Field>
      <Field label="Name" error={name.trim() === "" ? "A name is needed." : problemOf(save.error, "name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Default entity"
        help="Where a program's project goes when it names no entity."
        error={problemOf(save.error, "default_entity")}
      >
        {(control) => (
          <Select {...control} value={entity} onValueChange={setEntity} options={entityOptions(me)} />
        )}
      </Field>
      <FieldError error={formProblem(save.error, ["name", "default_entity"])} />
      <Button
        type="submit"
        variant="primary"
        className="w-fit"
        disabled={isUnchanged}
        pending={save.isPending}
      >
        Save
      </Button>
    </form>
  );
}

function entityOptions({ entities, defaultEntity }: ReturnType<typeof useMe>) {
  const names = new Set([defaultEntity, ...entities.map(({ name }) => name)]);
  return [...names].map((name) => ({ value: name, label: name }));
}
