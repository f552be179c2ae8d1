import type { ReactNode } from "react";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import type { QueueFormDraft } from "./queue-draft.ts";

/** What the parts of the form share. `problem` takes the service's name of a field. */
export type QueueFormPart = {
  draft: QueueFormDraft;
  set: (patch: Partial<QueueFormDraft>) => void;
  problem: (field: string) => string | null;
};

/** A part of the form, divided from the next by a line. */
export function FormSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-5 border-line border-b px-4 py-5 last:border-b-0"
    >
      {title ? <h3 className="font-semibold text-base">{title}</h3> : null}
      {children}
    </section>
  );
}

type NumberFieldProps = {
  label: string;
  value: string;
  error: string | null;
  help?: string;
  onChange: (value: string) => void;
};

/** A number as typed; its problems show when the form is sent. */
export function NumberField({ label, value, error, help, onChange }: NumberFieldProps) {
  return (
    <div className="w-52">
      <Field label={label} error={error} help={help}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            className="max-w-28"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
