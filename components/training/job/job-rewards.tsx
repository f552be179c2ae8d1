"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { trajectoriesQuery } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { Trajectories } from "#lib/contract/training/training-data.ts";
import { RewardHistogram } from "./reward-histogram.tsx";
import { TrajectoryGroupView } from "./trajectory-view.tsx";

/** The rewarded conversations that a job learned from: how the rewards lie, and who earned them. */
export function JobRewards({ jobId }: { jobId: string }) {
  const { get, replace } = useSearchState();
  const bin = binIn(get("bin"));
  const pages = useInfiniteQuery(trajectoriesQuery(jobId, bin));
  // The bins are of all rewards, so they stay while those of another bin are loaded.
  const all = useInfiniteQuery({ ...trajectoriesQuery(jobId, null), enabled: bin !== null });
  const first = pages.data?.pages[0] ?? all.data?.pages[0];
  if (pages.error && !pages.data)
    return <QueryError title="The trajectories could not be loaded" query={pages} />;
  if (!first)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the trajectories" lines={8} />
      </div>
    );
  if (first.trajectoryCount === 0)
    return <p className="p-4 text-muted text-sm">The job has no trajectories.</p>;
  return (
    <div className="min-w-0 p-4">
      <Summary first={first} />
      <RewardHistogram
        bins={first.rewards.bins}
        chosen={bin}
        onChoose={(chosen) => replace({ bin: chosen === null ? null : String(chosen) })}
      />
      {pages.data ? (
        <Groups pages={pages.data.pages} />
      ) : (
        <div className="mt-4">
          <SkeletonLines label="Loading the trajectories" lines={6} />
        </div>
      )}
      {pages.hasNextPage ? (
        <Button
          className="mt-4"
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more groups
        </Button>
      ) : null}
    </div>
  );
}

function Summary({ first: { groupCount, trajectoryCount, rewards } }: { first: Trajectories }) {
  return (
    <p className="text-muted text-sm">
      {countOf(trajectoryCount, "trajectory", "trajectories")} in {countOf(groupCount, "group")}, mean reward{" "}
      {formatMetric(rewards.mean)}, from {formatMetric(rewards.min)} to {formatMetric(rewards.max)}
    </p>
  );
}

function Groups({ pages }: { pages: readonly Trajectories[] }) {
  return (
    <ol aria-label="Groups" className="mt-4 flex flex-col gap-3">
      {pages.flatMap(({ groups }) =>
        groups.map((group) => (
          <li key={group.index}>
            <TrajectoryGroupView group={group} />
          </li>
        )),
      )}
    </ol>
  );
}

function binIn(text: string | null): number | null {
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : null;
}
