"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { GrowthStep } from "#lib/contract/jobs/project-storage.ts";
import { GrowthChart } from "./growth-chart.tsx";
import { MonthsTable } from "./months-table.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { SizesTable } from "./sizes-table.tsx";
import { storageQuery } from "./storage-queries.ts";

/** How much the project stores, and how it grows. */
export function StorageTab() {
  const { can } = useProject();
  if (can("threads:read")) return <Storage />;
  return (
    <NoAccess title="Annotators do not see what a project stores">Viewers, engineers and admins do.</NoAccess>
  );
}

function Storage() {
  const project = useProject();
  const { get, replace } = useSearchState();
  const by: GrowthStep = get("growth") === "week" ? "week" : "day";
  const storage = useQuery(storageQuery(project, by));
  if (storage.error && !storage.data)
    return <QueryError title="The sizes could not be loaded" query={storage} />;
  return (
    <div className="max-w-4xl p-4">
      <SettingsSection
        title="What is stored"
        intro="Sizes are those of texts and files. The database needs about three times the size of calls on its disk."
      >
        {storage.data ? (
          <SizesTable storage={storage.data} />
        ) : (
          <SkeletonLines label="Loading the sizes" lines={8} />
        )}
      </SettingsSection>
      <SettingsSection
        title="Growth"
        intro="Calls by the day on which they started, in UTC. If an imported call has no time, the import fills one in, and the call counts on that day."
      >
        {storage.data ? (
          <GrowthChart
            growth={storage.data.growth}
            by={by}
            onByChange={(step) => replace({ growth: step === "day" ? null : step })}
          />
        ) : (
          <SkeletonLines label="Loading the growth" lines={4} />
        )}
      </SettingsSection>
      <SettingsSection
        title="Export a month"
        intro="The calls that started in a month as a Parquet table. “Import conversations” under Threads and npm run import bring them back, with their ids, times and contents."
      >
        {storage.data ? (
          <MonthsTable months={storage.data.months} />
        ) : (
          <SkeletonLines label="Loading the months" lines={4} />
        )}
      </SettingsSection>
      <RetentionSection />
    </div>
  );
}
