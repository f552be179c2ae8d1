"use client";

import type { Narrow } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import {
  type ItemFilters,
  isFilteredBy,
  NO_ITEM_FILTERS,
} from "#components/queues/items/queries/item-filters.ts";
import type { Named } from "#components/queues/parts/use-names.ts";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { MoreFilters } from "#components/ui/filter/more-filters.tsx";
import { SwitchFilter } from "#components/ui/filter/switch-filter.tsx";
import { ANNOTATION_STATES } from "#lib/contract/annotation/queues.ts";
import { STATE_LABELS } from "./item-columns.tsx";

type ItemFilterBarProps = {
  filters: ItemFilters;
  people: readonly Named[];
  onChange: Narrow;
};

const STATE_OPTIONS = ANNOTATION_STATES.map((value) => ({ value, label: STATE_LABELS[value] }));
const LOOK = { size: "sm", className: "min-w-36" } as const;

export function ItemFilterBar({ filters, people, onChange }: ItemFilterBarProps) {
  return (
    <FilterBar size="sm" onClear={isFilteredBy(filters) ? () => onChange(NO_ITEM_FILTERS) : null}>
      <FilterSelect
        size="sm"
        className="w-36"
        label="State"
        any="Any state"
        options={STATE_OPTIONS}
        value={filters.state}
        onValueChange={(state) => onChange({ state })}
      />
      <SwitchFilter
        {...LOOK}
        label="Answers"
        texts={{ any: "Any answers", yes: "Needs more answers", no: "Has all answers" }}
        value={filters.open}
        onChange={(open) => onChange({ open })}
      />
      <SwitchFilter
        {...LOOK}
        label="Flags"
        texts={{ any: "Flagged or not", yes: "Flagged", no: "Not flagged" }}
        value={filters.flagged}
        onChange={(flagged) => onChange({ flagged })}
      />
      <SwitchFilter
        {...LOOK}
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
      <SeldomFilters filters={filters} people={people} onChange={onChange} />
    </FilterBar>
  );
}

function SeldomFilters({ filters, people, onChange }: ItemFilterBarProps) {
  const { reserved, run, assigned, added, priority, call } = filters;
  const used = [reserved, run, assigned, added, priority, call].filter((value) => value !== null).length;
  return (
    <MoreFilters used={used} size="sm">
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
        {...LOOK}
        label="Reserved"
        texts={{ any: "Reserved or not", yes: "Reserved", no: "Not reserved" }}
        value={reserved}
        onChange={(value) => onChange({ reserved: value })}
      />
      <SwitchFilter
        {...LOOK}
        label="Asked by"
        texts={{ any: "Asked by a run or not", yes: "Asked by a run", no: "Not asked by a run" }}
        value={run}
        onChange={(value) => onChange({ run: value })}
      />
      <SearchInput
        label="Minimum priority"
        placeholder="Priority at least"
        value={priority === null ? "" : String(priority)}
        onCommit={(text, isContinued) =>
          onChange({ priority: /^-?\d+$/.test(text) ? text : null }, isContinued)
        }
      />
      <SearchInput
        label="Call id"
        value={call ?? ""}
        onCommit={(text, isContinued) => onChange({ call: text }, isContinued)}
      />
    </MoreFilters>
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
  const nameAs = (name: string) => `${word} ${name}`;
  return (
    <FilterSelect
      {...LOOK}
      label={label}
      any={anyone}
      options={people.map(({ id, name }) => ({ value: id, label: nameAs(name) }))}
      unknownLabel={nameAs}
      value={value}
      onValueChange={onChange}
    />
  );
}
