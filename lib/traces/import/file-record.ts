import type { ImportedCall } from "./conversation-calls.ts";

/** What became of a line of a file, of a value of a JSON array, or of a row of a table. */
export type FileRecord = { unit: "line" | "record" | "row"; number: number; bytesRead: number } & Outcome;

export type Outcome =
  | { calls: readonly ImportedCall[]; reason?: undefined }
  | { calls: null; reason: string };
