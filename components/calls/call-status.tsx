import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { type CallStatus, STATUS_LABELS } from "./call-facts.ts";

const LOOKS: { [S in CallStatus]: { tone: Tone; icon: ReactNode } } = {
  success: { tone: "neutral", icon: <CircleCheck /> },
  error: { tone: "danger", icon: <CircleAlert /> },
  running: { tone: "accent", icon: <CircleDashed /> },
  descendant_error: { tone: "warning", icon: <TriangleAlert /> },
};

/** How a call went. Success is the quiet one: the eye should find what failed. */
export function CallStatusBadge({ status }: { status: CallStatus }) {
  return <Badge {...LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
}
