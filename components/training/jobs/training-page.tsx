"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Plus, TrendingDown, X } from "lucide-react";
import { useCallback, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { readJobFilter } from "#components/run/queries/training-queries.ts";
import { MAX_LINES } from "#components/training/chart/frame/line-inks.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { JOB_STATUSES, type JobStatus } from "#lib/contract/training/job-states.ts";
import { JobTable } from "./job-table.tsx";
import { TrainingQueue } from "./training-queue.tsx";
import { TrainingTabs } from "./training-tabs.tsx";

/** The training jobs of a project. */
export function TrainingPage() {
  const { can } = useProject();
  if (can("training:read")) return <Jobs />;
  return (
    <>
      <PageHeader title="Training" />
      <NoAccess title="Training is not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

const STATUS_LABELS: { [S in JobStatus]: string } = {
  QUEUED: "Queued",
  RUNNING: "Running",
  COMPLETED: "Completed",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};

function Jobs() {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const models = useQuery(modelChoicesQuery(projectId));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  const filter = readJobFilter(get);
  const { modelId, status, search, tag, group } = filter;
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const clear = () => replace({ model: null, status: null, q: null, tag: null, group: null });
  const find = useCallback((text: string) => replace({ q: text || null }), [replace]);
  return (
    <>
      <PageHeader title="Training" actions={<NewJobLink />}>
        <TrainingTabs />
        <TrainingQueue />
        <FilterBar onClear={isFiltered ? clear : null}>
          <SearchInput
            isOfPage
            label="Find jobs by name, tag or note"
            placeholder="Find by name, tag or note"
            value={search ?? ""}
            onCommit={find}
            className="w-60 max-w-full"
          />
          <FilterSelect
            className="w-36"
            label="State"
            any="Any state"
            options={JOB_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
            value={status}
            onValueChange={(value) => replace({ status: value })}
          />
          <FilterSelect
            className="w-56 max-w-full"
            label="Model"
            any="Any model"
            options={(models.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            unknownLabel={() => (models.data ? "A deleted model" : "")}
            value={modelId}
            onValueChange={(model) => replace({ model })}
          />
          {group === null ? null : (
            <NarrowedTo label={`Group: ${group}`} onDrop={() => replace({ group: null })} />
          )}
          {tag === null ? null : <NarrowedTo label={`Tag: ${tag}`} onDrop={() => replace({ tag: null })} />}
        </FilterBar>
      </PageHeader>
      <JobTable
        filter={filter}
        nameOf={(id) => names.get(id) ?? (models.data ? "a deleted model" : "")}
        empty={isFiltered ? <NoMatch onClear={clear} /> : <NoJobs />}
        selected={selected}
        onSelectedChange={setSelected}
      />
      {selected.size > 0 ? <Selection selected={selected} onClear={() => setSelected(new Set())} /> : null}
    </>
  );
}

/** A filter that has no control of its own. */
function NarrowedTo({ label, onDrop }: { label: string; onDrop: () => void }) {
  return (
    <Button size="sm" icon={<X />} onClick={onDrop} className="max-w-full">
      <span className="sr-only">Take away </span>
      <span className="min-w-0 truncate">{label}</span>
    </Button>
  );
}

function Selection({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const { entity, project } = useProject();
  const isTooMany = selected.size > MAX_LINES;
  const href = `${projectHref({ entity, project }, "training", "compare")}?jobs=${[...selected].join(",")}`;
  return (
    <section
      aria-label="Selected jobs"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-tint px-4 py-2"
    >
      <p aria-live="polite" className="mr-2 font-medium text-accent-ink">
        {countOf(selected.size, "job")} selected{isTooMany ? `; at most ${MAX_LINES} are compared` : ""}
      </p>
      {isTooMany || selected.size < 2 ? (
        <Button size="sm" disabled>
          Compare
        </Button>
      ) : (
        <ButtonLink size="sm" variant="primary" href={href} icon={<GitCompareArrows />}>
          Compare
        </ButtonLink>
      )}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear the selection
      </Button>
    </section>
  );
}

function NewJobLink() {
  const { entity, project, can } = useProject();
  if (!can("training:write")) return null;
  const href = projectHref({ entity, project }, "training", "new");
  return (
    <ButtonLink href={href} variant="primary" icon={<Plus />}>
      New training job
    </ButtonLink>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No jobs match" actions={<Button onClick={onClear}>Clear filters</Button>}>
      Try another state, model or word.
    </EmptyState>
  );
}

function NoJobs() {
  const { can } = useProject();
  return (
    <EmptyState icon={<TrendingDown />} title="No training jobs yet" actions={<NewJobLink />}>
      A job trains a model on a dataset or a file of conversations and adds a checkpoint that answers like
      them.
      {can("training:write") ? null : " An engineer or admin of the project can start one."}
    </EmptyState>
  );
}
