import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { call, requestOf } from "#lib/client/call.ts";
import { deleteFile, getFileContent, listFiles } from "#lib/contract/training/files.ts";
import { listTrainingJobs } from "#lib/contract/training/training.ts";
import { firstLines } from "./first-lines.ts";

const PAGE_SIZE = 50;
const MAX_JOBS = 20;

/** The training form reads the newest ones under the same key. */
const filesKey = (projectId: string) => ["files", projectId] as const;

/** The uploads of a project, newest first. */
export function fileListQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [...filesKey(projectId), "list"],
    refetchOnMount: afterReturn,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call(
        listFiles,
        { projectId, order: "desc", limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    getNextPageParam: (last) => (last.hasMore ? last.lastId : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** The jobs that learned from a file, newest first. */
export function fileJobsQuery(projectId: string, fileId: string) {
  return queryOptions({
    queryKey: ["training", "of-file", projectId, fileId],
    queryFn: ({ signal }) => call(listTrainingJobs, { projectId, fileId, limit: MAX_JOBS }, { signal }),
  });
}

/** How a file begins; of a large one no more is fetched than is shown. */
export function filePreviewQuery(fileId: string) {
  return queryOptions({
    queryKey: ["file-preview", fileId],
    queryFn: ({ signal }) => firstLines(downloadHref(fileId), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Where a browser finds the file. */
export function downloadHref(fileId: string): string {
  return requestOf(getFileContent, { fileId }).url;
}

export function useDeleteFile(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: string) => call(deleteFile, { fileId }),
    onSuccess: () => client.invalidateQueries({ queryKey: filesKey(projectId) }),
  });
}
