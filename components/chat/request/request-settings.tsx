"use client";

import {
  type ChatSettings,
  REPLY_FORMS,
  type settingsFaults,
  TOOL_CHOICES,
} from "#components/chat/state/chat-draft.ts";
import { EXAMPLE_SCHEMA, EXAMPLE_TOOLS, toolNames } from "#components/chat/state/json-drafts.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { JsonDraftField } from "./json-draft-field.tsx";

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

/** What a reply may be made of: where it ends, its form, and the tools that it may call. */
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
