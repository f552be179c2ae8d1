import type { FieldOption } from "#components/queues/parts/annotation-field.ts";
import { labelText, sameSpans } from "#components/queues/parts/field-spans.ts";
import { LabelDot } from "#components/queues/parts/label-dot.tsx";
import { hueOf } from "#components/queues/passages/passage-marks.ts";
import { inTextOrder, type Span, spanKey } from "#lib/contract/annotation/spans.ts";
import { useStands } from "./answered-marks.tsx";

type PassageListProps = { spans: readonly Span[]; options: readonly FieldOption[] };

/** Passages that somebody marked, to read. */
export function PassageList({ spans, options }: PassageListProps) {
  const stands = useStands();
  if (spans.length === 0) return "Nothing to mark";
  return (
    <ul className="flex min-w-0 flex-col gap-1.5">
      {inTextOrder(spans).map((span) => (
        <li key={spanKey(span)} className="min-w-0">
          <span className="flex min-w-0 items-center gap-1.5 font-normal text-muted text-xs">
            <LabelDot hue={hueOf(options, span.label)} />
            <span className="min-w-0 break-words">{labelText(options, span.label)}</span>
          </span>
          <span className="line-clamp-3 break-words" title={`${span.path}, ${span.start} to ${span.end}`}>
            “{span.quote}”
          </span>
          {stands && !stands(span) ? (
            <span className="block text-warning-ink text-xs">The text has changed</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** How far several answers mark the same: the mean F1 of their pairs; null where there is no pair. */
export function alikeText(answers: readonly (readonly Span[])[]): string | null {
  const pairs = answers.flatMap((first, i) =>
    answers.slice(i + 1).map((second) => sameSpans(first, second).f1),
  );
  if (pairs.length === 0) return null;
  const mean = pairs.reduce((sum, f1) => sum + f1, 0) / pairs.length;
  return `same passages: F1 ${mean.toFixed(2)}`;
}
