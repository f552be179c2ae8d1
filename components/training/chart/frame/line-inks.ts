/** The colours of compared lines; their dashes distinguish them as well. */
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

/** The colour of a line that will not grow any more. */
export const STOPPED_INK = "text-series-8";

/** The most runs to compare: more lines cannot be distinguished. */
export const MAX_LINES = LINE_INKS.length;
