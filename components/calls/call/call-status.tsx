import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type CallStatus, STATUS_LABELS } from "#components/calls/parts/call-facts.ts";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";

const LOOKS: { [S in Exclude<CallStatus, "success">]: { tone: Tone; icon: ReactNode } } = {
  error: { tone: "danger", icon: <CircleAlert /> },
  running: { tone: "accent", icon: <CircleDashed /> },
  descendant_error: { tone: "warning", icon: <TriangleAlert /> },
};

/** How a call went. Success is the quiet one: the eye should find what failed. */
export function CallStatusBadge({ status }: { status: CallStatus }) {
  if (status === "success")
    return (
      <span className="inline-flex items-center gap-1 text-muted text-xs">
        <CircleCheck aria-hidden="true" className="size-3 text-faint" />
        {STATUS_LABELS.success}
      </span>
    );
  return <Badge {...LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
}
