"use client";

import clsx from "clsx";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { type AnnotationField, KIND_LABELS } from "#components/queues/parts/annotation-field.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { EMPTY_DRAFT, type FieldFormDraft } from "./field-draft.ts";
import { NewFieldForm } from "./new-field-form.tsx";

type FieldPickerProps = {
  /** What annotators are asked, in this order. */
  chosen: readonly AnnotationField[];
  /** The fields that the project has already. */
  known: readonly AnnotationField[];
  onChange: (chosen: readonly AnnotationField[]) => void;
  /** The new question that is being written; null while there is none. */
  begun: FieldFormDraft | null;
  onBegun: (begun: FieldFormDraft | null) => void;
  /** Why the new question keeps the form from being sent. */
  begunProblem: string | null;
};

/** Chooses what is asked about each item: fields of the project, or new ones made on the spot. */
export function FieldPicker(props: FieldPickerProps) {
  const { chosen, known, onChange, begun, onBegun, begunProblem } = props;
  const next = useRef<HTMLButtonElement>(null);
  // The form is gone by then, and the next question begins at the button in its place.
  const end = () => {
    flushSync(() => onBegun(null));
    next.current?.focus();
  };
  const names = new Set(chosen.map(({ objectId }) => objectId));
  const others = known.filter(({ objectId }) => !names.has(objectId));
  return (
    <section aria-labelledby="queue-fields" className="flex flex-col gap-2">
      <h3 id="queue-fields" className="font-medium text-sm">
        Questions
      </h3>
      {chosen.length === 0 ? (
        <p className="text-faint text-sm">
          Annotators can leave notes and reactions. Add questions to ask for specific answers.
        </p>
      ) : (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
          {chosen.map((field, i) => (
            <ChosenField
              key={field.ref}
              field={field}
              isFirst={i === 0}
              isLast={i === chosen.length - 1}
              onMove={(by) => onChange(moved(chosen, i, by))}
              onRemove={() => onChange(chosen.filter((other) => other !== field))}
            />
          ))}
        </ol>
      )}
      {begun ? (
        <NewFieldForm
          draft={begun}
          onDraft={onBegun}
          problem={begunProblem}
          taken={[...known, ...chosen].map(({ objectId }) => objectId)}
          onCancel={end}
          onMade={(field) => {
            onChange([...chosen, field]);
            end();
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={next} icon={<Plus />} onClick={() => onBegun(EMPTY_DRAFT)}>
            New question
          </Button>
          {others.length > 0 ? (
            <Select
              className="w-auto! min-w-48"
              aria-label="Choose a question of this project"
              placeholder="Choose a question of this project…"
              value={null}
              onValueChange={(ref) => onChange([...chosen, ...known.filter((field) => field.ref === ref)])}
              options={others.map(({ ref, name, input }) => ({
                value: ref,
                label: name,
                help: KIND_LABELS[input.kind],
              }))}
            />
          ) : null}
        </div>
      )}
    </section>
  );
}

type ChosenFieldProps = {
  field: AnnotationField;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function ChosenField({ field, isFirst, isLast, onMove, onRemove }: ChosenFieldProps) {
  return (
    <li className="flex items-center gap-2 px-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{field.name}</span>
        {field.description ? (
          <span className={clsx("block text-faint text-xs", field.isMissing ? "break-words" : "truncate")}>
            {field.description}
          </span>
        ) : null}
      </span>
      {field.isMissing ? (
        <Badge tone="warning">Missing</Badge>
      ) : (
        <Badge>{KIND_LABELS[field.input.kind]}</Badge>
      )}
      <span className="flex shrink-0">
        <IconButton
          label={`Move ${field.name} up`}
          icon={<ArrowUp />}
          size="sm"
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${field.name} down`}
          icon={<ArrowDown />}
          size="sm"
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Remove ${field.name}`} icon={<X />} size="sm" onClick={onRemove} />
      </span>
    </li>
  );
}

function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(from + by, 0, taken);
  return next;
}
