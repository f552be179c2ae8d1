"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatDuration } from "#components/ui/text/format.ts";
import type { Upstream } from "#lib/contract/models/upstreams.ts";
import { draftOf, settingsOf, type UpstreamDraft, upstreamFaults } from "./upstream-draft.ts";
import { useCheckUpstream, useSaveUpstream } from "./upstream-queries.ts";

const FIELDS = ["name", "base_url", "api_key", "models"];

type UpstreamDialogProps = { upstream: Upstream | null; onClose: () => void };

/** Adds an upstream or changes one; it can be tried before it is saved. */
export function UpstreamDialog({ upstream, onClose }: UpstreamDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(upstream));
  const [isChecked, setChecked] = useState(false);
  const save = useSaveUpstream(upstream?.id ?? null);
  const check = useCheckUpstream();
  const faults = upstreamFaults(draft);
  const change = (part: Partial<UpstreamDraft>) => {
    setDraft({ ...draft, ...part });
    check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(faults).length === 0) save.mutate(settingsOf(draft), { onSuccess: onClose });
  };
  const tryIt = () => {
    const { baseUrl, apiKey, allowPrivate } = settingsOf(draft);
    const key = apiKey === undefined ? {} : { apiKey };
    check.mutate({ ...(upstream ? { upstreamId: upstream.id } : {}), ...key, baseUrl, allowPrivate });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={upstream ? `Change ${upstream.name}` : "New upstream server"}
      description="Any OpenAI-compatible server: vLLM, Ollama, llama.cpp or a provider."
      footer={
        <>
          <Button
            className="mr-auto"
            pending={check.isPending}
            disabled={draft.baseUrl.trim() === ""}
            onClick={tryIt}
          >
            Test connection
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            {upstream ? "Save" : "Add server"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <UpstreamFields
          draft={draft}
          onChange={change}
          nameError={(isChecked && faults.name) || problemOf(save.error, "name")}
          urlError={(isChecked && faults.baseUrl) || problemOf(save.error, "base_url")}
          keyError={problemOf(save.error, "api_key")}
        />
        <FieldError error={formProblem(save.error, FIELDS)} />
        <div aria-live="polite" className="empty:hidden">
          {check.error ? <FieldError error={explainError(check.error)} /> : null}
          {check.data ? <CheckResult result={check.data} /> : null}
        </div>
      </form>
    </Dialog>
  );
}

type Result = NonNullable<ReturnType<typeof useCheckUpstream>["data"]>;

const PROBLEMS: { [P in NonNullable<Result["problem"]>]: string } = {
  address: "The address is not allowed",
  dns: "The name was not found (DNS)",
  refused: "The connection was refused",
  time_out: "It did not respond in time",
  tls: "TLS failed",
  unreachable: "It cannot be reached",
  broken: "The connection broke off",
  status: "It refused the request",
  answer: "Its response is not OpenAI-compatible",
};

function CheckResult({ result: { problem, text, models, durationMs } }: { result: Result }) {
  if (problem !== null)
    return (
      <p className="flex items-start gap-2 rounded-md bg-warning-tint px-3 py-2 text-sm text-warning-ink">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          <span className="font-medium">{PROBLEMS[problem]}.</span> {text}.
        </span>
      </p>
    );
  return (
    <p className="flex items-start gap-2 rounded-md bg-success-tint px-3 py-2 text-sm text-success-ink">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        It responded after {formatDuration(durationMs)}, with {countOf(models.length, "model")}
        {models.length > 0 ? `: ${models.slice(0, 5).join(", ")}${models.length > 5 ? "…" : ""}` : ""}.
      </span>
    </p>
  );
}

type UpstreamFieldsProps = {
  draft: UpstreamDraft;
  onChange: (part: Partial<UpstreamDraft>) => void;
  nameError: string | null;
  urlError: string | null;
  keyError: string | null;
};

function UpstreamFields({ draft, onChange, nameError, urlError, keyError }: UpstreamFieldsProps) {
  return (
    <>
      <Field label="Name" help="Requests name its models as name/model." error={nameError}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={64}
            placeholder="ollama"
            onChange={(event) => onChange({ name: event.target.value.trim().toLowerCase() })}
          />
        )}
      </Field>
      <Field label="Address" help="Up to and including the version, for example /v1." error={urlError}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            value={draft.baseUrl}
            placeholder="https://api.example.com/v1"
            onChange={(event) => onChange({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="It is in a private network or on this machine"
        checked={draft.allowPrivate}
        onCheckedChange={(allowPrivate) => onChange({ allowPrivate })}
      />
      <KeyField apiKey={draft.apiKey} onChange={(apiKey) => onChange({ apiKey })} error={keyError} />
      <Field label="Models" help="One per line. If empty, Spindle asks the server for its models.">
        {(control) => (
          <Textarea
            {...control}
            value={draft.models}
            onChange={(event) => onChange({ models: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

type KeyFieldProps = { apiKey: string | null; onChange: (apiKey: string) => void; error: string | null };

/** A stored key is never shown; it stays, is replaced, or is taken away. */
function KeyField({ apiKey, onChange, error }: KeyFieldProps) {
  if (apiKey === null)
    return (
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-sm">API key</span>
          <span className="text-muted text-sm">one is stored</span>
          <Button size="sm" onClick={() => onChange("")}>
            Replace or remove
          </Button>
        </div>
        <FieldError error={error} />
      </div>
    );
  return (
    <Field
      label="API key"
      help="Stored encrypted and never shown again. If empty, none is sent."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
