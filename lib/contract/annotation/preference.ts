/** The feedback that says which of two calls is better: on the first call, naming the second. */
export const PREFERENCE_TYPE = "spindle.preference.1";

export const VERDICTS = ["first", "second", "tie", "both_bad"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const STRENGTHS = ["slightly", "much"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** The payload of such feedback. The order of the two calls is that of the record, however they were shown. */
export type Preference = {
  verdict: Verdict;
  /** Reference of the second call. */
  second_ref: string;
  strength: Strength | null;
};

/** The feedback that holds an annotator's own version of what a call said. */
export const CORRECTION_TYPE = "spindle.correction.1";
export type Correction = {
  /** Where the corrected text stands in the call, such as `output`. */
  path: string;
  text: string;
};
