import { stat } from "node:fs/promises";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { TrainingSource } from "#lib/contract/training/training-data.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { isRemoteSource, isStoredSource } from "./training-source.ts";

/** What the tables know of where a job's data lie. */
export type SourceFacts = {
  source: string;
  kind: JobKind;
  /** The version of a dataset that the data are of. */
  datasetRef: string | null;
  /** Of the uploaded file, where the source is one. */
  filename: string | null;
  fileRows: number | null;
  fileBytes: number | null;
  isFileThere: boolean;
  /** As the job counted them when it began. */
  countedRows: number | null;
};

/** A job's data in the words of the contract. Does not fetch an address. */
export async function describeSource(facts: SourceFacts): Promise<TrainingSource> {
  const { source, countedRows, datasetRef } = facts;
  if (isStoredSource(source)) {
    const bytes = await sizeOf(source);
    const stored = { fileId: null, datasetRef, rows: countedRows, bytes, isAvailable: bytes !== null };
    if (datasetRef !== null)
      return { ...stored, kind: "dataset", name: datasetRef.split("/").at(-1) ?? datasetRef };
    return { ...stored, kind: facts.kind === "rl" ? "groups" : "inline", name: null };
  }
  if (isRemoteSource(source)) {
    // Omits the query, which may contain a signature that gives access to the data.
    const { host = "", pathname = "" } = URL.parse(source) ?? {};
    const name = `${host}${pathname}`;
    return {
      kind: "address",
      fileId: null,
      datasetRef,
      name,
      rows: countedRows,
      bytes: null,
      isAvailable: true,
    };
  }
  return {
    kind: "file",
    fileId: source,
    datasetRef,
    name: facts.filename,
    rows: facts.fileRows ?? countedRows,
    bytes: facts.fileBytes,
    isAvailable: facts.isFileThere,
  };
}

/** Null where the file was swept. */
async function sizeOf(source: string): Promise<number | null> {
  const found = await stat(absolutePath(source)).catch(() => null);
  return found?.size ?? null;
}
