import type { MaskReason } from "#lib/contract/evaluation/mask-reasons.ts";

/** What a grader found: a score, or why there is none. A failed grader masks the sample and never scores it 0. */
export type Grade = Scored | Masked;
type Scored = { readonly score: number; readonly parts?: Parts };
type Masked = {
  readonly masked: true;
  readonly reason: MaskReason;
  /** What happened, as a sentence. */
  readonly detail: string;
  /** Of a formula: why the part that it lacks has no score. */
  readonly cause?: MaskReason;
  readonly parts?: Parts;
};
/** The grades that a formula was made of, by their names. */
type Parts = Readonly<Record<string, Grade>>;

export function isMasked(grade: Grade): grade is Masked {
  return "masked" in grade;
}

/** Thrown while grading, where there can be no score. */
export class Unscored extends Error {
  readonly reason: MaskReason;
  constructor(reason: MaskReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
