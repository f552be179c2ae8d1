import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import { countOf, formatCount } from "#components/ui/text/format.ts";

type FeedbackCountsProps = { feedback: number; thumbsUp: number; thumbsDown: number };

/** Thumbs, and the count of other feedback. */
export function FeedbackCounts({ feedback, thumbsUp, thumbsDown }: FeedbackCountsProps) {
  if (feedback === 0) return <Nothing />;
  const others = feedback - thumbsUp - thumbsDown;
  return (
    <span className="inline-flex items-center gap-2 text-muted text-xs">
      {thumbsUp > 0 ? <Thumbs icon={<ThumbsUp />} name="thumbs up" count={thumbsUp} /> : null}
      {thumbsDown > 0 ? <Thumbs icon={<ThumbsDown />} name="thumbs down" count={thumbsDown} /> : null}
      {others > 0 ? <span title={countOf(others, "other")}>{formatCount(others)} more</span> : null}
    </span>
  );
}

function Thumbs({ icon, name, count }: { icon: ReactNode; name: string; count: number }) {
  return (
    <span title={`${formatCount(count)} ${name}`} className="inline-flex items-center gap-1 [&>svg]:size-3">
      {icon}
      <span className="sr-only">{name}</span>
      {formatCount(count)}
    </span>
  );
}

export function PlainText({ text }: { text: string | null }) {
  return text === null ? <Nothing /> : <span title={text}>{text}</span>;
}

/** A cell without a value. */
export function Nothing() {
  return <span className="text-faint">–</span>;
}
