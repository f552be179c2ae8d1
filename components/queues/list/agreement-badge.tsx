"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { numberText } from "#components/queues/parts/estimate-text.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { ENOUGH_PAIRS, queueQualityQuery, weakestField } from "./quality-queries.ts";

/** How far people agree on the field that most needs a look. Only what is drawn asks the service. */
export function AgreementBadge({ queueId, annotators }: { queueId: string; annotators: number }) {
  const { projectId, can } = useProject();
  const isKnown = annotators > 1 && can("answers:read");
  const { data } = useQuery({
    ...queueQualityQuery(projectId, { queueId, fieldRef: null, includeJudges: false }),
    enabled: isKnown,
  });
  const field = data ? weakestField(data.fields) : null;
  if (!field || field.alpha.value === null) return <span className="text-faint">–</span>;
  const isFirm = field.pairs >= ENOUGH_PAIRS;
  const fields =
    data && data.fields.length > 1 ? `, the lowest of ${countOf(data.fields.length, "field")}` : "";
  return (
    <span
      title={`Krippendorff’s α of “${field.name}”${fields}, over ${countOf(field.pairs, "pair")} of answers${
        isFirm ? "" : `; fewer than ${ENOUGH_PAIRS} pairs are not reliable`
      }`}
    >
      <Badge tone={isFirm ? toneOf(field.alpha.value) : "neutral"}>
        α {numberText(field.alpha.value)} · n {formatCount(field.pairs)}
      </Badge>
    </span>
  );
}

/** The bounds that Krippendorff names for what to rely on and what to discard. */
function toneOf(alpha: number) {
  if (alpha >= 0.8) return "success";
  return alpha >= 0.667 ? "accent" : "warning";
}
