import { numberText } from "#components/queues/parts/estimate-text.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

/** Whether a grader may stand for people, as far as that was measured. */
export function TrustBadge({ grader }: { grader: StoredGrader }) {
  const { isTrusted, measurement } = grader;
  if (isTrusted) return <Badge tone="success">Trusted</Badge>;
  if (!measurement) return <Badge>Not measured</Badge>;
  return <Badge tone="warning">{measurement.isCurrent ? "Not trusted" : "Changed since measured"}</Badge>;
}

/** Why it is not trusted, as a sentence; null where it is. */
export function whyNotTrusted({ isTrusted, measurement, trust }: StoredGrader): string | null {
  if (isTrusted) return null;
  if (!measurement) return "It has not been measured yet.";
  if (!measurement.isCurrent) return "It has changed since it was measured. Measure it again.";
  const { n, kappa } = measurement.figures;
  if (n < trust.minCalls) return `It was measured on ${n} calls, and ${trust.minCalls} are needed.`;
  if (kappa.low === null) return "What both said varies too little for an interval of its kappa.";
  return `Its kappa may be as low as ${numberText(kappa.low)}, below ${trust.minKappa}.`;
}
