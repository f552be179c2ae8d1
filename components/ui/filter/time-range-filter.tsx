"use client";

import { CalendarClock, ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { formatExact } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";
import {
  ANY_TIME,
  fromLocalField,
  isAnyTime,
  PRESETS,
  type Preset,
  type TimeRange,
  toLocalField,
} from "./time-range.ts";

type TimeRangeFilterProps = { value: TimeRange; onValueChange: (range: TimeRange) => void };

/** Chooses a stretch of time: one of the usual ones, or bounds of one's own. */
export function TimeRangeFilter({ value, onValueChange }: TimeRangeFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(value, useHydrated() ? undefined : "UTC");
  const pick = (range: TimeRange) => {
    onValueChange(range);
    setOpen(false);
  };
  return (
    <Popover
      label="Time"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<CalendarClock />} aria-label={`Time: ${name}`} className="max-w-72">
          <span className="min-w-0 truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        </Button>
      }
    >
      <RadioGroup
        label="Started"
        value={value.since ?? (isAnyTime(value) ? "any" : null)}
        onValueChange={(picked) => pick({ ...ANY_TIME, since: presetOf(picked) })}
        options={[{ value: "any", label: "Any time" }, ...PRESETS]}
      />
      <OwnBounds key={`${value.after}/${value.before}`} value={value} onApply={pick} />
    </Popover>
  );
}

function OwnBounds({ value, onApply }: { value: TimeRange; onApply: (range: TimeRange) => void }) {
  const [after, setAfter] = useState(toLocalField(value.after));
  const [before, setBefore] = useState(toLocalField(value.before));
  const isEmpty = after !== "" && before !== "" && after >= before;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onApply({ since: null, after: fromLocalField(after), before: fromLocalField(before) });
  };
  return (
    <form onSubmit={apply} className="mt-3 flex flex-col gap-2 border-line border-t pt-3">
      <Field label="After">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={after}
            onChange={(event) => setAfter(event.target.value)}
          />
        )}
      </Field>
      <Field label="Before" error={isEmpty ? "This must be later than the first time." : null}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={before}
            onChange={(event) => setBefore(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-1 self-end">
        Apply
      </Button>
    </form>
  );
}

function presetOf(picked: string): Preset | null {
  return PRESETS.find(({ value }) => value === picked)?.value ?? null;
}

function nameOf(range: TimeRange, timeZone?: "UTC"): string {
  const { since, after, before } = range;
  if (since) return PRESETS.find(({ value }) => value === since)?.label ?? "Any time";
  const [from, to] = [after, before].map((bound) => (bound ? formatExact(new Date(bound), timeZone) : null));
  if (from && to) return `${from} – ${to}`;
  if (from) return `After ${from}`;
  return to ? `Before ${to}` : "Any time";
}
