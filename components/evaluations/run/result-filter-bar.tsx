"use client";

import { type ReactNode, useCallback } from "react";
import { FILTER_LABELS, metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import type { SearchPatch } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { Chip } from "#components/ui/button/chip.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { MetricFacts, ResultFilter } from "#lib/contract/evaluation/evaluation-runs.ts";

type ResultFilterBarProps = {
  metrics: readonly MetricFacts[];
  metric: string;
  filters: readonly ResultFilter[];
  filter: ResultFilter | null;
  text: string;
  onChange: (patch: SearchPatch) => void;
  children: ReactNode;
};

/** Which answers: by a text, by what one metric says of them. */
export function ResultFilterBar(props: ResultFilterBarProps) {
  const { metrics, metric, filters, filter, text, onChange, children } = props;
  const commitText = useCallback((q: string) => onChange({ q, row: null }), [onChange]);
  return (
    <FilterBar>
      <SearchInput
        isOfPage
        label="Search in questions and answers"
        value={text}
        onCommit={commitText}
        className="w-full sm:w-64"
      />
      <span className="w-44 max-sm:grow">
        <Select
          aria-label="Metric"
          value={metric}
          onValueChange={(name) => onChange({ metric: name, row: null })}
          options={metrics.map(({ name }) => ({ value: name, label: metricLabel(name) }))}
        />
      </span>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Which answers</legend>
        <Chip isOn={filter === null} onClick={() => onChange({ filter: null, row: null })}>
          All
        </Chip>
        {filters.map((one) => (
          <Chip key={one} isOn={filter === one} onClick={() => onChange({ filter: one, row: null })}>
            {FILTER_LABELS[one]}
          </Chip>
        ))}
      </fieldset>
      {children}
    </FilterBar>
  );
}
