import type { KeptGrader } from "./kept-graders.ts";

/** What is not known of a judge as it stands in an evaluation; null where it may stand for people. */
export function standingWords({ stored, isNewest }: Pick<KeptGrader, "stored" | "isNewest">): string | null {
  // What was measured was the newer text.
  if (!stored?.measurement || !isNewest) return "Not measured against people";
  if (stored.isTrusted) return null;
  return stored.measurement.isCurrent ? "Not trusted by its measurement" : "Changed since it was measured";
}
