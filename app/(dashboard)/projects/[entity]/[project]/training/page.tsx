import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { TrainingPage } from "#components/training/training-page.tsx";
import { jobListQuery, readJobFilter } from "#components/training/training-queries.ts";
import { FirstList, type ListPageProps } from "../../../../first-data.tsx";

export const metadata: Metadata = { title: "Training" };

export default function Page(address: ListPageProps) {
  return (
    <FirstList {...address} needs="training:read" read={read}>
      <TrainingPage />
    </FirstList>
  );
}

async function read(
  client: QueryClient,
  projectId: string,
  get: (name: string) => string | null,
): Promise<void> {
  await client.prefetchInfiniteQuery(jobListQuery(projectId, readJobFilter(get)));
}
