/** How far the migrations of a start are. */
export type Progress = {
  migration: string;
  /** The migration's place among those that this start applies, from 1. */
  number: number;
  of: number;
  /** Of a migration that runs in steps: the one under way, from 1, and the share of its index that is built, 0 to 1, where it builds one. */
  step: { title: string; number: number; of: number; share: number | null } | null;
};

export type Report = (progress: Progress) => void;

export const SILENT: Report = () => undefined;

/** As people read it: `Migration 2 of 3: an index of calls by their op, 43 %`. */
export function progressText({ migration, number, of, step }: Progress): string {
  const what = step === null ? migration : step.title;
  const share = step === null || step.share === null ? "" : `, ${Math.floor(step.share * 100)} %`;
  return `Migration ${number} of ${of}: ${what}${share}`;
}
