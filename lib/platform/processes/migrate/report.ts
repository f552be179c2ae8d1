/** How far the migrations of a start are. */
export type Progress = {
  migration: string;
  /** The migration's place among those that this start applies, from 1. */
  number: number;
  of: number;
  /** Of a migration that runs in steps: the one under way, from 1, and the share of its index that is built, 0 to 1, where it builds one. */
  step: { title: string; number: number; of: number; share: number | null } | null;
};

/** How far they are, or null while another start has its turn. */
export type Report = (progress: Progress | null) => void;

export const SILENT: Report = () => undefined;

/** As people read it: `Migration 2 of 3: an index of calls by their op, 43 %`. */
export function progressText(progress: Progress | null): string {
  if (progress === null) return "Waiting for another start that is bringing the tables up to date";
  const { migration, number, of, step } = progress;
  const what = step === null ? migration : step.title;
  const share = step === null || step.share === null ? "" : `, ${Math.floor(step.share * 100)} %`;
  return `Migration ${number} of ${of}: ${what}${share}`;
}
