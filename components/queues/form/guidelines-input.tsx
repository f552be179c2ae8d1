"use client";

import { useState } from "react";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { MAX_DESCRIPTION_CHARACTERS } from "#lib/contract/annotation/queues.ts";

type GuidelinesInputProps = { value: string; onChange: (value: string) => void; error: string | null };

/** Markdown that annotators read beside each item, written and looked at in the same place. */
export function GuidelinesInput({ value, onChange, error }: GuidelinesInputProps) {
  const [view, setView] = useState("write");
  const write = (
    <Field label="Guidelines" hideLabel error={error} help="Markdown. Annotators see it next to each item.">
      {(control) => (
        <Textarea
          {...control}
          rows={5}
          value={value}
          maxLength={MAX_DESCRIPTION_CHARACTERS}
          placeholder="What makes an answer good? When should an item be skipped?"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
  const preview = (
    <div className="min-h-28 rounded-md border border-line px-3 py-2">
      {value.trim() ? <Markdown text={value} /> : <p className="text-faint text-sm">Nothing written yet.</p>}
    </div>
  );
  return (
    // The tabs bring their own margin; here they stand in line with the fields around them.
    <div className="-mx-4">
      <Tabs
        label="Guidelines"
        value={view}
        onValueChange={setView}
        panelClassName="px-4 pt-3"
        tabs={[
          { value: "write", label: "Guidelines", content: write },
          { value: "preview", label: "Preview", content: preview },
        ]}
      />
    </div>
  );
}
