"use client";

import { SlidersHorizontal } from "lucide-react";
import { useCallback } from "react";
import { FilterBar } from "#components/layout/page-header.tsx";
import type { SearchPatch } from "#components/layout/use-search-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { SearchInput } from "#components/ui/search-input.tsx";
import { Select } from "#components/ui/select.tsx";
import { ANNOTATION_STATES } from "#lib/contract/queues.ts";
import { STATE_LABELS } from "./item-columns.tsx";
import { type ItemFilters, isFilteredBy, NO_ITEM_FILTERS } from "./item-filters.ts";
import type { Named } from "./use-names.ts";

type ItemFilterBarProps = {
  filters: ItemFilters;
  people: readonly Named[];
  onChange: (patch: SearchPatch) => void;
};

const ANY = "any";

export function ItemFilterBar({ filters, people, onChange }: ItemFilterBarProps) {
  return (
    <FilterBar>
      <span className="w-36">
        <Select
          size="sm"
          aria-label="State"
          value={filters.state ?? ANY}
          onValueChange={(value) => onChange({ state: value === ANY ? null : value })}
          options={[
            { value: ANY, label: "Any state" },
            ...ANNOTATION_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
          ]}
        />
      </span>
      <SwitchFilter
        label="Answers"
        texts={{ any: "Any answers", yes: "Wants more answers", no: "Has all answers" }}
        value={filters.open}
        onChange={(open) => onChange({ open })}
      />
      <SwitchFilter
        label="Flags"
        texts={{ any: "Flagged or not", yes: "Flagged", no: "Not flagged" }}
        value={filters.flagged}
        onChange={(flagged) => onChange({ flagged })}
      />
      <SwitchFilter
        label="Decision"
        texts={{ any: "Decided or not", yes: "Decided", no: "Not decided" }}
        value={filters.decided}
        onChange={(decided) => onChange({ decided })}
      />
      <PersonFilter
        label="Answered by"
        anyone="By anyone"
        word="By"
        people={people}
        value={filters.by}
        onChange={(by) => onChange({ by })}
      />
      <MoreFilters filters={filters} people={people} onChange={onChange} />
      {isFilteredBy(filters) ? (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_ITEM_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}

function MoreFilters({ filters, people, onChange }: ItemFilterBarProps) {
  const { reserved, assigned, added, priority, call } = filters;
  const count = [reserved, assigned, added, priority, call].filter((value) => value !== null).length;
  const commitCall = useCallback((text: string) => onChange({ call: text }), [onChange]);
  const commitPriority = useCallback(
    (text: string) => onChange({ priority: /^-?\d+$/.test(text) ? text : null }),
    [onChange],
  );
  return (
    <Popover
      label="More filters"
      className="flex flex-col gap-2"
      trigger={
        <Button size="sm" icon={<SlidersHorizontal />}>
          {count > 0 ? `More filters (${count})` : "More filters"}
        </Button>
      }
    >
      <PersonFilter
        label="Assigned to"
        anyone="Assigned or not"
        word="Assigned to"
        people={people}
        value={assigned}
        onChange={(id) => onChange({ assigned: id })}
      />
      <PersonFilter
        label="Added by"
        anyone="Added by anyone"
        word="Added by"
        people={people}
        value={added}
        onChange={(id) => onChange({ added: id })}
      />
      <SwitchFilter
        label="Reserved"
        texts={{ any: "Reserved or not", yes: "Somebody works on it", no: "Nobody works on it" }}
        value={reserved}
        onChange={(value) => onChange({ reserved: value })}
      />
      <SearchInput
        label="Least priority"
        placeholder="Priority at least"
        value={priority === null ? "" : String(priority)}
        onCommit={commitPriority}
      />
      <SearchInput label="Call id" value={call ?? ""} onCommit={commitCall} />
    </Popover>
  );
}

type SwitchFilterProps = {
  label: string;
  texts: { any: string; yes: string; no: string };
  value: boolean | null;
  /** As the address holds it. */
  onChange: (value: "1" | "0" | null) => void;
};

function SwitchFilter({ label, texts, value, onChange }: SwitchFilterProps) {
  return (
    <span className="min-w-36">
      <Select
        size="sm"
        aria-label={label}
        value={value === null ? ANY : value ? "1" : "0"}
        onValueChange={(picked) => onChange(picked === "1" || picked === "0" ? picked : null)}
        options={[
          { value: ANY, label: texts.any },
          { value: "1", label: texts.yes },
          { value: "0", label: texts.no },
        ]}
      />
    </span>
  );
}

type PersonFilterProps = {
  label: string;
  anyone: string;
  /** What stands before a chosen name. */
  word: string;
  people: readonly Named[];
  value: string | null;
  onChange: (userId: string | null) => void;
};

function PersonFilter({ label, anyone, word, people, value, onChange }: PersonFilterProps) {
  const known = people.map(({ id, name }) => ({ value: id, label: `${word} ${name}` }));
  const isKnown = value === null || known.some((option) => option.value === value);
  return (
    <span className="min-w-36">
      <Select
        size="sm"
        aria-label={label}
        value={value ?? ANY}
        onValueChange={(picked) => onChange(picked === ANY ? null : picked)}
        options={[
          { value: ANY, label: anyone },
          ...known,
          ...(isKnown || value === null ? [] : [{ value, label: `${word} ${value}` }]),
        ]}
      />
    </span>
  );
}
