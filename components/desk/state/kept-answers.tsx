"use client";

import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { type Draft, saidIn } from "./draft.ts";

type KeptAnswersProps = {
  draft: Draft;
  fields: readonly AnnotationField[];
  /** Makes them questions again. */
  onOpen: () => void;
};

/** What the annotator said besides the question that is asked again: it stands, and can be changed all the same. */
export function KeptAnswers({ draft, fields, onOpen }: KeptAnswersProps) {
  const said = saidIn(draft, fields).filter(({ place }) => fields.some(({ ref }) => ref === place));
  return (
    <section aria-label="Your other answers" className="border-line border-b px-4 py-3">
      <p className="mb-1 text-muted text-xs">Your other answers stand.</p>
      {said.length > 0 ? (
        <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-3 gap-y-1">
          {said.map(({ place, label, text }) => (
            <div key={place} className="contents">
              <dt className="break-words text-muted">{label}</dt>
              <dd className="line-clamp-3 break-words">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Button size="sm" className="mt-2" onClick={onOpen}>
        Change them
      </Button>
    </section>
  );
}
