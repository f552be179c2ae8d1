/** The colours of lines that are compared; their dashes tell them apart as well. */
export const LINE_INKS = [
  "text-series-1",
  "text-series-2",
  "text-series-3",
  "text-series-4",
  "text-series-5",
  "text-series-6",
  "text-series-7",
  "text-series-8",
] as const;

/** Of a line that will never go on. */
export const STOPPED_INK = "text-series-8";

/** Runs that are compared at most: more lines cannot be told apart. */
export const MAX_LINES = LINE_INKS.length;
