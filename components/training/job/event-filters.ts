/** Kinds of events that people look for; `types` null is all of them. */
export const EVENT_FILTERS = [
  { value: "all", label: "All events", types: null },
  { value: "steps", label: "Steps", types: ["gradient_step"] },
  {
    value: "states",
    label: "States and checkpoints",
    types: [
      "state",
      "waiting",
      "restarted",
      "checkpoint",
      "training_started",
      "training_ended",
      "training_failed",
    ],
  },
  { value: "samples", label: "Samples and rewards", types: ["samples", "groups"] },
  { value: "speed", label: "Speed", types: ["speed"] },
] as const;

export type EventFilter = { value: string; types: readonly string[] | null };

/** The filter that an address names. */
export function eventFilter(value: string | null): EventFilter {
  return EVENT_FILTERS.find((filter) => filter.value === value) ?? EVENT_FILTERS[0];
}
