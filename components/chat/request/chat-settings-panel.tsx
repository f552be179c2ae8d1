"use client";

import type { ChatSettings, settingsFaults } from "#components/chat/state/chat-draft.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Switch } from "#components/ui/field/switch.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { RequestSettings } from "./request-settings.tsx";

type ChatSettingsPanelProps = {
  settings: ChatSettings;
  faults: ReturnType<typeof settingsFaults>;
  onChange: (settings: ChatSettings) => void;
};

const NUMBERS = [
  {
    field: "temperature",
    label: "Temperature",
    help: "0 always takes the most likely token; higher values are more varied.",
    inputMode: "decimal",
  },
  {
    field: "topP",
    label: "Top p",
    help: "Sample from the smallest set of tokens with this total probability.",
    inputMode: "decimal",
  },
  { field: "maxTokens", label: "Max tokens", help: "The longest a reply can get.", inputMode: "numeric" },
  {
    field: "seed",
    label: "Seed",
    help: "The same for all models. The same seed gives the same reply.",
    inputMode: "numeric",
  },
] as const;

/** How replies are sampled and shown. They are kept in this browser. */
export function ChatSettingsPanel({ settings, faults, onChange }: ChatSettingsPanelProps) {
  return (
    <aside
      aria-label="Chat settings"
      className="grid shrink-0 grid-cols-2 content-start gap-4 overflow-y-auto border-line border-b p-4 max-lg:max-h-[45dvh] lg:w-72 lg:grid-cols-1 lg:border-b-0 lg:border-l"
    >
      {NUMBERS.map(({ field, label, help, inputMode }) => (
        <Field key={field} label={label} help={help} error={faults[field]}>
          {(control) => (
            <Input
              {...control}
              inputMode={inputMode}
              placeholder={field === "seed" ? "random" : undefined}
              value={settings[field]}
              onChange={(event) => onChange({ ...settings, [field]: event.target.value.trim() })}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-col gap-4 max-lg:col-span-2">
        <Field label="System message" help="Sent before the conversation. Optional.">
          {(control) => (
            <Textarea
              {...control}
              value={settings.system}
              onChange={(event) => onChange({ ...settings, system: event.target.value })}
            />
          )}
        </Field>
        <RequestSettings settings={settings} faults={faults} onChange={onChange} />
        <Switch
          checked={settings.showsHeat}
          onCheckedChange={(showsHeat) => onChange({ ...settings, showsHeat })}
          label="Token probabilities"
          help="Colours each token by its probability. New replies also list the alternatives."
        />
        <Switch
          checked={settings.isBlind}
          onCheckedChange={(isBlind) => onChange({ ...settings, isBlind })}
          label="Blind comparison"
          help="Shuffles the models at each message and hides their names until you vote."
        />
      </div>
    </aside>
  );
}
