import { countOf } from "#components/ui/text/format.ts";

/** Where a waiting job stands, for its owner. */
export function queueText(ahead: number): string {
  if (ahead === 0) return "Next for its model. It starts when a trainer is free.";
  return `${countOf(ahead, "job")} of this model must end before it starts.`;
}
