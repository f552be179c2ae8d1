import type { RlFallback } from "#lib/contract/annotation/awaited.ts";

type Words = {
  choice: string;
  /** At the end of a sentence about several answers. */
  end: string;
  /** At the end of one about a single answer. */
  endOfOne: string;
  /** Afterwards, of several and of one. */
  past: string;
  pastOfOne: string;
};

/** What becomes of answers that nobody has rewarded in time. */
export const FALLBACK_WORDS: { [F in RlFallback]: Words } = {
  judge: {
    choice: "The graders decide",
    end: "the graders decide",
    endOfOne: "the graders decide",
    past: "the graders decided",
    pastOfOne: "the graders decided",
  },
  drop: {
    choice: "The reply is left out",
    end: "the others are left out",
    endOfOne: "the reply is left out",
    past: "they were left out",
    pastOfOne: "it was left out",
  },
  mean: {
    choice: "The mean of the other replies to its prompt counts",
    end: "the mean of the other replies to a prompt counts",
    endOfOne: "the mean of the other replies to its prompt counts",
    past: "the mean of the other replies to a prompt was taken",
    pastOfOne: "the mean of the other replies to its prompt was taken",
  },
};
