"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { learningCurveQuery, queueLearningQuery } from "#components/quality/quality-queries.ts";
import { percentInterval, percentText } from "#components/queues/parts/estimate-text.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { FieldCurve, FieldLearning } from "#lib/contract/annotation/queue-learning.ts";
import {
  type Asked,
  agreeingParts,
  anchoringText,
  askedText,
  expectedText,
  forecastHelp,
  provenText,
  suggestionsText,
} from "./learning-text.ts";
import { Tile, Tiles } from "./tile.tsx";

/** What a model learns from the answers to a question, what more of them promise, and whether its suggestions sway people. */
export function LearningSection({ fieldRef }: { fieldRef: string }) {
  const { projectId } = useProject();
  const queue = useQueue();
  const curves = useQuery(learningCurveQuery(projectId, queue.id));
  const learning = useQuery(queueLearningQuery(projectId, queue.id));
  const curve = curves.data?.fields.find(({ ref }) => ref === fieldRef);
  const learned = learning.data?.fields.find(({ ref }) => ref === fieldRef);
  return (
    <section aria-label="What a model learns" className="flex min-w-0 flex-col gap-2">
      <h2 className="text-base">What a model learns from the answers</h2>
      {curves.error ? <QueryErrorBanner title="The forecast could not be computed." query={curves} /> : null}
      {learning.error ? (
        <QueryErrorBanner title="What was learned could not be loaded." query={learning} />
      ) : null}
      {curve || learned ? (
        <LearningTiles
          curve={curve}
          learned={learned}
          asked={queue.itemOrder === "informative" ? learning.data?.asked : undefined}
          suggests={queue.showsSuggestions}
        />
      ) : curves.isPending ? (
        <SkeletonLines label="Learning from the answers" lines={3} />
      ) : curves.error ? null : (
        <p className="text-faint text-sm">
          Once 40 items are answered, and not all in the same way, this shows what more answers promise. Of
          numbers with many different values it shows nothing.
        </p>
      )}
    </section>
  );
}

type LearningTilesProps = {
  curve: FieldCurve | undefined;
  learned: FieldLearning | undefined;
  /** Where a model chooses what is asked. */
  asked: Asked | undefined;
  suggests: boolean;
};

export function LearningTiles({ curve, learned, asked, suggests }: LearningTilesProps) {
  const last = curve?.points.at(-1);
  const warning = learned ? anchoringText(learned) : null;
  return (
    <>
      <Tiles>
        {curve && last ? (
          <>
            <Tile
              label="Right about other items"
              value={
                <>
                  {percentText(last.accuracy)}{" "}
                  <span className="block font-normal text-faint text-xs">
                    {percentInterval(last)} of {countOf(last.items, "item")}
                  </span>
                </>
              }
              help={`A simple model of words that learned from ${countOf(last.answers, "answer")}; each item was held out once.`}
            />
            <Tile
              label="Another 100 answers"
              value={expectedText(curve.expected)}
              help={forecastHelp(curve)}
            />
          </>
        ) : null}
        {asked && asked.items > 0 ? (
          <Tile
            label="Of the random fifth"
            value={askedText(asked)}
            help="A fifth of the items is set apart by chance, whatever the order; the model is measured by these and does not choose them."
          />
        ) : null}
        {learned && suggests ? (
          <Tile label="Suggestions" value={suggestionsText(learned)} help={provenText(learned)} />
        ) : null}
      </Tiles>
      {learned && suggests ? <Meter learned={learned} /> : null}
      {warning ? (
        <p role="status" className="text-sm text-warning-ink">
          {warning}
        </p>
      ) : null}
    </>
  );
}

/** Whether people agree with suggestions more often where they see them. */
function Meter({ learned }: { learned: FieldLearning }) {
  const parts = agreeingParts(learned);
  return (
    <div className="mt-1 flex flex-col gap-0.5 text-sm">
      <h3 className="text-muted text-xs">People agree with suggestions</h3>
      {parts ? (
        <ul className="flex flex-wrap gap-x-4 tabular-nums">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      ) : (
        <p>Nobody has answered yet where there was one.</p>
      )}
      <p className="text-faint text-xs">
        On a fifth of the items they are hidden, to compare. Only answers given at the desk count. In
        brackets: 95 % intervals.
      </p>
    </div>
  );
}
