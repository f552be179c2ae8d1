import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { mayIn, projectsQuery } from "#components/project/project-queries.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { call } from "#lib/client/call.ts";
import {
  buildDatasetVersion,
  previewDataset,
  queryDatasetRejections,
  queryDatasetRows,
  queryDatasetVersions,
  type Split,
} from "#lib/contract/datasets/dataset-versions.ts";
import {
  createDataset,
  getDataset,
  proposeDatasetName,
  queryDatasets,
  updateDataset,
} from "#lib/contract/datasets/datasets.ts";
import type { Reason } from "#lib/contract/datasets/rejections.ts";
import type { RowNote } from "#lib/contract/datasets/row-notes.ts";
import { type Change, diffDatasetVersion } from "#lib/contract/datasets/version-diff.ts";
import { queryVersionExposure } from "#lib/contract/datasets/version-exposure.ts";
import { countVersionReferences } from "#lib/contract/datasets/version-references.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

const PAGE_SIZE = 50;
/** Conversations are long; more of them than this nobody reads at once. */
const ROWS_SHOWN = 20;
/** The most that one request gives: an address may name any version, and older ones than these are found over the API alone. */
const VERSIONS_READ = 200;
/** The most that one request gives. */
const CHOICES = 200;

export type Preview = ReplyOf<typeof previewDataset>;
export type RejectionPage = ReplyOf<typeof queryDatasetRejections>;

/** The keys of everything that is known of the datasets of a project. */
export function datasetsKey(projectId: string) {
  return ["datasets", projectId] as const;
}

type DatasetsAsked = { name: string; isArchived: boolean };

/** Datasets with their newest versions, the one that changed last first. */
export function datasetListQuery(projectId: string, { name, isArchived }: DatasetsAsked) {
  return infiniteQueryOptions({
    queryKey: [...datasetsKey(projectId), "list", name, isArchived],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryDatasets,
        { projectId, ...(name ? { name } : {}), isArchived, limit: PAGE_SIZE, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.datasets.length, offset),
    select: ({ pages }) => pages.flatMap(({ datasets }) => datasets),
  });
}

/** Datasets that programs published, as far as they pass the filters of the list. */
export function publishedQuery(projectId: string, asked: DatasetsAsked) {
  const { select: _, ...list } = datasetListQuery(projectId, asked);
  return infiniteQueryOptions({ ...list, select: ({ pages }) => pages[0]?.published ?? [] });
}

/** Datasets to choose from, the one that changed last first. */
export function datasetChoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "choices"],
    queryFn: async ({ signal }) => {
      const asked = { projectId, isArchived: false, limit: CHOICES, offset: 0 };
      return (await call(queryDatasets, asked, { signal })).datasets;
    },
  });
}

/** The name that a dataset can have which somebody would call so; no name of a dataset or of an object. */
export function nameProposalQuery(projectId: string, name: string) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "name", name],
    // Objects are made elsewhere, and nothing says so.
    staleTime: 0,
    queryFn: ({ signal }) => call(proposeDatasetName, { projectId, name }, { signal }),
  });
}

/** One dataset with its newest versions. */
export function datasetQuery(projectId: string, datasetId: string) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "one", datasetId],
    queryFn: ({ signal }) => call(getDataset, { projectId, datasetId }, { signal }),
  });
}

/** A version by its reference (`…/object/intents:v3`), with its dataset; null where the project that it names has none such, or the person may not read it. */
export function versionOfRefQuery(current: string, ref: string) {
  return queryOptions({
    queryKey: [...datasetsKey(current), "of-ref", ref],
    queryFn: async ({ signal, client }) => {
      const named = readObjectRef(ref);
      if (!named) return null;
      const projectId = projectOfRef(ref) ?? current;
      const mayRead =
        projectId === current ||
        mayIn(await client.ensureQueryData(projectsQuery), projectId, "datasets:read");
      if (!mayRead) return null;
      const asked = { projectId, name: named.objectId, limit: CHOICES, offset: 0 };
      const { datasets } = await call(queryDatasets, asked, { signal });
      const dataset = datasets.find(({ name }) => name === named.objectId);
      if (!dataset) return null;
      const place = { projectId, datasetId: dataset.id, limit: VERSIONS_READ, offset: 0 };
      const { versions } = await call(queryDatasetVersions, place, { signal });
      const version = versions.find(({ number }) => `v${number}` === named.digest);
      return version ? { dataset, version } : null;
    },
  });
}

/** The project whose object a reference names. */
export function projectOfRef(ref: string): string | null {
  return /^weave:\/\/\/([^/]+\/[^/]+)\/object\//.exec(ref)?.[1] ?? null;
}

/** How many rows of a version, or of the newest one, know what a good answer says. */
export function versionReferencesQuery(projectId: string, datasetId: string, number: number | null) {
  const version = number === null ? "latest" : `v${number}`;
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "references", datasetId, version],
    queryFn: ({ signal }) => call(countVersionReferences, { projectId, datasetId, version }, { signal }),
  });
}

const ROWS_SAMPLED = 20;

/** The first rows of a version, or of the newest one, to see what they are like. */
export function someRowsQuery(
  projectId: string,
  { datasetId, number }: { datasetId: string; number: number | null },
) {
  const version = number === null ? "latest" : `v${number}`;
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "some-rows", datasetId, version],
    queryFn: ({ signal }) =>
      call(queryDatasetRows, { projectId, datasetId, version, limit: ROWS_SAMPLED, offset: 0 }, { signal }),
  });
}

export function versionListQuery(projectId: string, datasetId: string) {
  return infiniteQueryOptions({
    queryKey: [...datasetsKey(projectId), "versions", datasetId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryDatasetVersions,
        { projectId, datasetId, limit: VERSIONS_READ, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.versions.length, offset),
    select: ({ pages }) => pages.flatMap(({ versions }) => versions),
  });
}

/** Of which version: `v3`. */
type VersionPlace = { projectId: string; datasetId: string; version: string };

/** `isConflicting` narrows to rows whose prompt has other rows with another label. */
type RowsWanted = {
  split: Split | null;
  isConflicting: boolean;
  /** Narrows to rows whose answer rests on calls that they do not have. */
  hasMissingCalls: boolean;
  /** Narrows to rows that have one of these. */
  notes: readonly RowNote[] | null;
  /** Narrows to the row at this place, from 0. */
  position: number | null;
};

export function rowListQuery(
  place: VersionPlace,
  { split, isConflicting, hasMissingCalls, notes, position }: RowsWanted,
) {
  return infiniteQueryOptions({
    queryKey: [
      ...datasetsKey(place.projectId),
      "rows",
      place.datasetId,
      place.version,
      split,
      isConflicting,
      hasMissingCalls,
      notes,
      position,
    ],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryDatasetRows,
        {
          ...place,
          ...(split ? { split } : {}),
          ...(isConflicting ? { isConflicting } : {}),
          ...(hasMissingCalls ? { hasMissingCalls } : {}),
          ...(notes ? { notes: [...notes] } : {}),
          ...(position === null ? {} : { position }),
          limit: ROWS_SHOWN,
          offset: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.rows.length, offset),
  });
}

/** The nth of the rows that are trained on, which is where jobs count them. */
export function trainedRowQuery(place: VersionPlace, position: number) {
  return queryOptions({
    queryKey: [...datasetsKey(place.projectId), "trained-row", place.datasetId, place.version, position],
    queryFn: async ({ signal }) => {
      const asked = { ...place, split: "train" as const, limit: 1, offset: position };
      return (await call(queryDatasetRows, asked, { signal })).rows[0] ?? null;
    },
  });
}

export function rejectionListQuery(place: VersionPlace, reason: Reason | null) {
  return infiniteQueryOptions({
    queryKey: [...datasetsKey(place.projectId), "rejections", place.datasetId, place.version, reason],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryDatasetRejections,
        { ...place, ...(reason ? { reason } : {}), limit: PAGE_SIZE, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      nextOffset(last.totalCount, offset + last.rejections.length, offset),
    placeholderData: keepPreviousData,
  });
}

const EXPOSURES_SHOWN = 5;

/** The versions that train on what this one measures by. */
export function exposureQuery(place: VersionPlace) {
  return queryOptions({
    queryKey: [...datasetsKey(place.projectId), "exposure", place.datasetId, place.version],
    queryFn: ({ signal }) =>
      call(queryVersionExposure, { ...place, limit: EXPOSURES_SHOWN, offset: 0 }, { signal }),
  });
}

/** What a version has otherwise than the one that it is held `against`. */
export function changeListQuery(place: VersionPlace, { against, change }: Compared) {
  return infiniteQueryOptions({
    queryKey: [...datasetsKey(place.projectId), "diff", place.datasetId, place.version, against, change],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        diffDatasetVersion,
        { ...place, against, ...(change ? { change } : {}), limit: ROWS_SHOWN, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      nextOffset(changeCount(last, change), offset + last.changes.length, offset),
    placeholderData: keepPreviousData,
  });
}

type Compared = { against: string; change: Change | null };

export function changeCount(counts: { [C in Change]: number }, change: Change | null): number {
  return change ? counts[change] : counts.added + counts.removed + counts.changed;
}

/** What a recipe would build; nothing is asked while it is not whole. */
export function previewQuery(input: InputOf<typeof previewDataset> | null) {
  return queryOptions({
    queryKey: ["dataset-preview", input],
    queryFn: ({ signal }) => {
      if (!input) throw new Error("Complete the recipe first");
      return call(previewDataset, input, { signal });
    },
    enabled: input !== null,
    retry: false,
    // Answers come in all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function useCreateDataset(projectId: string) {
  const refresh = useRefreshDatasets(projectId);
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof createDataset>, "projectId" | "description">) =>
      call(createDataset, { projectId, description: "", ...input }),
    onSuccess: refresh,
  });
}

export function useUpdateRecipe(projectId: string) {
  const refresh = useRefreshDatasets(projectId);
  return useMutation({
    mutationFn: (input: Required<Pick<InputOf<typeof updateDataset>, "datasetId" | "recipe">>) =>
      call(updateDataset, { projectId, ...input }),
    onSuccess: refresh,
  });
}

export function useBuildVersion(projectId: string) {
  const refresh = useRefreshDatasets(projectId);
  return useMutation({
    mutationFn: (datasetId: string) => call(buildDatasetVersion, { projectId, datasetId, note: "" }),
    onSuccess: refresh,
  });
}

export function useArchive(projectId: string, datasetId: string) {
  const refresh = useRefreshDatasets(projectId);
  return useMutation({
    mutationFn: (isArchived: boolean) => call(updateDataset, { projectId, datasetId, isArchived }),
    onSuccess: refresh,
  });
}

export function useRefreshDatasets(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: datasetsKey(projectId) });
}
