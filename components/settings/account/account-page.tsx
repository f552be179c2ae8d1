"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { ChangePasswordForm } from "#components/session/change-password-form.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { meQuery } from "#components/session/session-queries.ts";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { CreateKeyDialog } from "#components/settings/keys/create-key-dialog.tsx";
import { KeyTable } from "#components/settings/keys/key-table.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { call } from "#lib/client/call.ts";
import { revokeMySessions, updateMe } from "#lib/contract/access/accounts.ts";

export function AccountPage() {
  const { get, replace } = useSearchState();
  const tabs = [
    { value: "profile", label: "Profile", content: <ProfileTab /> },
    { value: "sign-in", label: "Sign-in", content: <SignInTab /> },
    { value: "keys", label: "API keys", content: <KeysTab /> },
  ];
  return (
    <>
      <PageHeader title="Your account" />
      <Tabs
        label="Parts of your account"
        tabs={tabs}
        value={get("tab") ?? "profile"}
        onValueChange={(tab) => replace({ tab: tab === "profile" ? null : tab })}
        panelClassName="min-h-0 flex-1 overflow-y-auto"
      />
    </>
  );
}

function ProfileTab() {
  return (
    <div className="max-w-4xl p-4">
      <SettingsSection title="Profile" intro="Others see your name next to what you write and record.">
        <ProfileForm />
      </SettingsSection>
    </div>
  );
}

function SignInTab() {
  const { email } = useMe();
  const queryClient = useQueryClient();
  const onChanged = () => {
    toast({
      title: "Your password is changed",
      detail: "Other browsers are signed out. API keys keep working.",
      tone: "success",
    });
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <div className="max-w-4xl p-4">
      <SettingsSection title="Password" intro={`For ${email}. Changing it signs out every other browser.`}>
        <ChangePasswordForm email={email} onChanged={onChanged} />
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        intro="Ends all your sessions, including this one. API keys keep working."
      >
        <SignOutEverywhere />
      </SettingsSection>
    </div>
  );
}

function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call(revokeMySessions, {}),
    onSuccess: () => window.location.assign("/sign-in"),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        pending={revoke.isPending}
        error={revoke.error ? explainError(revoke.error) : null}
        onConfirm={() => revoke.mutate()}
      >
        Every browser where you are signed in will ask for your password again.
      </ConfirmDialog>
    </>
  );
}

function KeysTab() {
  const [isMaking, setMaking] = useState(false);
  return (
    <div className="max-w-5xl p-4">
      <SettingsSection
        title="API keys"
        intro="Programs send a key as a bearer token, or as the password of Basic authentication."
        actions={
          <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
            New key
          </Button>
        }
      >
        <KeyTable />
        {isMaking ? <CreateKeyDialog open onOpenChange={setMaking} /> : null}
      </SettingsSection>
    </div>
  );
}

function ProfileForm() {
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
