"use client";

import { Braces } from "lucide-react";
import { useState } from "react";
import {
  type ChatSettings,
  REPLY_FORMS,
  type settingsFaults,
  TOOL_CHOICES,
} from "#components/chat/state/chat-draft.ts";
import { EXAMPLE_SCHEMA, EXAMPLE_TOOLS, toolNames } from "#components/chat/state/json-drafts.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type RequestSettingsProps = {
  settings: ChatSettings;
  faults: ReturnType<typeof settingsFaults>;
  onChange: (settings: ChatSettings) => void;
};

const FORM_LABELS = {
  text: "Text",
  json_object: "Any JSON object",
  json_schema: "JSON that matches a schema",
} as const;

const CHOICE_LABELS = {
  auto: "The model decides",
  required: "Must call a tool",
  none: "Must not call tools",
} as const;

/** Settings of the reply: where it ends, its form, and the tools that it may call. */
export function RequestSettings({ settings, faults, onChange }: RequestSettingsProps) {
  const { replyForm, schema, tools, toolChoice } = settings;
  return (
    <>
      <Field
        label="Stop sequences"
        help="One per line, \n for a line break. A reply ends before the first one that it would contain."
        error={faults.stop}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            value={settings.stop}
            onChange={(event) => onChange({ ...settings, stop: event.target.value })}
            className="min-h-9! font-mono text-xs!"
          />
        )}
      </Field>
      <Field label="Reply format">
        {(control) => (
          <Select
            {...control}
            value={replyForm}
            options={REPLY_FORMS.map((value) => ({ value, label: FORM_LABELS[value] }))}
            onValueChange={(chosen) =>
              onChange({ ...settings, replyForm: REPLY_FORMS.find((form) => form === chosen) ?? "text" })
            }
          />
        )}
      </Field>
      {replyForm === "json_schema" ? (
        <JsonDraftField
          label="Schema"
          help="A JSON Schema that every reply must match."
          summary=""
          value={schema}
          fault={faults.schema}
          example={EXAMPLE_SCHEMA}
          onChange={(text) => onChange({ ...settings, schema: text })}
        />
      ) : null}
      <JsonDraftField
        label="Tools"
        help="Functions that the model may call, as a list in OpenAI's format. Nothing is run: you enter the results."
        summary={toolNames(tools).join(", ")}
        value={tools}
        fault={faults.tools}
        example={EXAMPLE_TOOLS}
        onChange={(text) => onChange({ ...settings, tools: text })}
      />
      {toolNames(tools).length > 0 ? (
        <Field label="Tool choice">
          {(control) => (
            <Select
              {...control}
              value={toolChoice}
              options={TOOL_CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value] }))}
              onValueChange={(chosen) =>
                onChange({
                  ...settings,
                  toolChoice: TOOL_CHOICES.find((choice) => choice === chosen) ?? "auto",
                })
              }
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

type JsonDraftFieldProps = {
  label: string;
  help: string;
  /** What it comes to, such as the names in it; empty where nothing was written. */
  summary: string;
  value: string;
  fault: string | undefined;
  example: string;
  onChange: (value: string) => void;
};

/** A text of JSON that has room only in a dialog. What was written stays, whatever is wrong with it. */
function JsonDraftField(props: JsonDraftFieldProps) {
  const { label, summary, value, fault } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="font-medium text-sm">{label}</span>
      <div className="flex min-w-0 items-center gap-2">
        <Button size="sm" icon={<Braces />} onClick={() => setOpen(true)}>
          {value.trim() === "" ? `Write ${label.toLowerCase()}` : `Edit ${label.toLowerCase()}`}
        </Button>
        <span className="min-w-0 flex-1 truncate font-mono text-muted text-xs" title={summary}>
          {summary}
        </span>
      </div>
      <FieldError error={fault} />
      {isOpen ? <JsonDialog {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function JsonDialog({
  label,
  help,
  value,
  fault,
  example,
  onChange,
  onClose,
}: JsonDraftFieldProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title={label}
      description={help}
      footer={
        <>
          {value.trim() === "" ? (
            <Button onClick={() => onChange(example)}>Start from an example</Button>
          ) : (
            <Button onClick={() => onChange("")}>Clear</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field label={`${label}, in JSON`} hideLabel error={value.trim() === "" ? undefined : fault}>
        {(control) => (
          <Textarea
            {...control}
            rows={14}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="font-mono text-xs!"
          />
        )}
      </Field>
    </Dialog>
  );
}
