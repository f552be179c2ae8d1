import type { EvidenceField, EvidenceQueue } from "#lib/annotation/evidence/find-evidence-field.ts";
import type { SaidWanted } from "#lib/annotation/evidence/said-of-calls.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { QueueSource, Used } from "#lib/contract/datasets/sources.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { DatasetObject } from "#lib/datasets/dataset-object.internal.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";
import type { UploadedFile } from "#lib/generated/prisma/client.ts";
import type { Sql } from "#lib/platform/db/sql.ts";

/** A source whose queue and field are there. */
export type CheckedQueue = {
  kind: "queue";
  index: number;
  source: QueueSource;
  queue: EvidenceQueue;
  /** The field whose values are used, or the verdict of a queue of pairs; null of texts. */
  field: EvidenceField | null;
};
/** What people said of calls, and how it is used. */
export type Said = { used: Used; wanted: SaidWanted; field: EvidenceField | null };
/** `condition` is that on a call (as `c`) that it is meant. */
export type CheckedCalls = {
  kind: "calls" | "feedback" | "threads";
  index: number;
  condition: Sql;
  /** Null where the recorded answers are taken whatever was said of them. */
  said: Said | null;
};
export type CheckedVotes = { kind: "votes"; index: number; condition: Sql; used: Used };
/** What is read of an uploaded file. */
export type UploadToRead = Pick<UploadedFile, "id" | "createdBy" | "createdAt" | "sha256" | "path">;
export type RecipeAsked = {
  kind: DatasetKind;
  recipe: Recipe;
  /** An uploaded file that no row names yet. */
  arriving?: UploadToRead | undefined;
};
export type CheckedUpload = { kind: "upload"; index: number; file: UploadToRead };
export type CheckedVersion = {
  kind: "version";
  index: number;
  name: string;
  version: DatasetObject;
  table: string;
  /** What its columns are, where the recipe says it. */
  columns: Columns | null;
};
export type CheckedSource = CheckedQueue | CheckedCalls | CheckedVotes | CheckedUpload | CheckedVersion;
