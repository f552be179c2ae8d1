"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { meQuery } from "#components/session/session-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { call } from "#lib/client/call.ts";
import { updateMe } from "#lib/contract/access/accounts.ts";

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
      <Field label="E-mail" help="You sign in with your address. It cannot be changed.">
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
        help="Entity for programs that send only a project name."
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
