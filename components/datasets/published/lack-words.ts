import { countOf } from "#components/ui/text/format.ts";
import type { PublishedDataset, PublishedLack } from "#lib/contract/datasets/datasets.ts";

const WORDS: { [L in PublishedLack]: { short: string; long: string } } = {
  no_rows: { short: "No rows", long: "It has no rows." },
  large_row: {
    short: "First row over 1 MB",
    long: "Its first row is larger than 1 MB, which is not read here.",
  },
  no_object: { short: "Rows without columns", long: "Its first row is not an object, so it has no columns." },
  other_columns: {
    short: "Columns of its own",
    long: "None of the columns of its first row is called messages, prompt, completion or chosen.",
  },
  no_table: {
    short: "Rows not found",
    long: "It names rows that are not in this project: their table was never sent, or the reference is wrong.",
  },
  rows_elsewhere: {
    short: "Rows in another project",
    long: "Its rows are in another project, and are read there.",
  },
};

/** Why nothing can be learned from what a program published, in a word or two. */
export function lackLabel(lack: PublishedLack): string {
  return WORDS[lack].short;
}

export function lackWords(lack: PublishedLack): string {
  return WORDS[lack].long;
}

/** How many rows there are; null where they are not in the project, and nobody here knows. */
export function rowWords({ lack, rows }: Pick<PublishedDataset, "lack" | "rows">): string | null {
  return areRowsHere({ lack }) ? countOf(rows, "row") : null;
}

export function areRowsHere({ lack }: Pick<PublishedDataset, "lack">): boolean {
  return lack !== "no_table" && lack !== "rows_elsewhere";
}

/** Whether somebody can say what its columns are, also where they were read as something else. */
export function canBeNamed({ lack, rows }: Pick<PublishedDataset, "lack" | "rows">): boolean {
  return rows > 0 && lack !== "no_object";
}
