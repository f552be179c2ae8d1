"use client";

import clsx from "clsx";
import { Check, X } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { BeforeAfter } from "#lib/contract/evaluation/before-after.ts";
import type { Shown } from "./use-before-after.ts";

type BeforeAfterStripProps = {
  shown: Exclude<Shown, { is: "nothing" }>;
  /** The item that was answered, as the lists call it. */
  words: string;
  /** Where there is little height: one line of a height that never changes, with the rest for screen readers. */
  isLine?: boolean;
  onHide: () => void;
};

/** What a model that learned from the queue says to the item that was just answered, before and after. */
export function BeforeAfterStrip({ shown, words, isLine = false, onHide }: BeforeAfterStripProps) {
  return (
    <section
      aria-label="The model on your last answer"
      data-line={isLine || undefined}
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-t bg-sunken py-1.5 pr-1 pl-4 text-xs data-line:h-11 data-line:py-0"
    >
      <div className="flex min-w-0 flex-1 gap-x-4 gap-y-1 max-sm:flex-col sm:items-baseline">
        <p
          title={words}
          className={isLine ? "sr-only" : "shrink-0 truncate font-medium text-muted sm:max-w-48"}
        >
          “<span dir="auto">{words}</span>”
        </p>
        <div className="min-w-0 text-muted sm:flex-1">
          {shown.is === "loading" ? <Loading /> : null}
          {shown.is === "failed" ? "What the model says could not be loaded." : null}
          {shown.found ? <Words found={shown.found} isLine={isLine} /> : null}
        </div>
      </div>
      <IconButton label="Hide what the model says" icon={<X />} size="sm" onClick={onHide} />
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="flex items-center gap-2">
      <span className="sr-only">Asking the model</span>
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-16 max-sm:hidden" />
    </div>
  );
}

function Words({ found, isLine }: { found: BeforeAfter; isLine: boolean }) {
  const { before, after, own, rows, datasetVersion } = found;
  const isSame = own !== null && after.text === own;
  const learned = ` learning ${countOf(rows, "row")} of v${datasetVersion}`;
  return (
    <dl className={clsx("flex min-w-0 items-baseline gap-x-4 gap-y-1", !isLine && "flex-wrap")}>
      {before ? <Said label="Before" rest=" training" text={before.text} isLine={isLine} /> : null}
      <Said label="After" rest={learned} text={after.text} isSame={isSame} isLine={isLine} />
      {own === null ? null : <Said label="You" rest=" said" text={own} isLine={isLine} />}
      <div className={isLine ? "sr-only" : "min-w-0 max-w-full"}>
        <dt className="sr-only">Model</dt>
        <dd>
          <CheckpointName found={found} />
        </dd>
      </div>
    </dl>
  );
}

/** Which checkpoint speaks, with the way to it for those who may see models. */
function CheckpointName({ found: { modelId, modelName, after } }: { found: BeforeAfter }) {
  const { entity, project, can } = useProject();
  const name = (
    <span className="flex">
      <span className="truncate">{modelName}</span>
      <span className="shrink-0">, step {after.step}</span>
    </span>
  );
  if (!can("models:read")) return name;
  const href = `${projectHref({ entity, project }, "models", modelId)}?tab=checkpoints`;
  return (
    <Link href={href} className="block rounded-sm text-accent-ink hover:underline">
      {name}
    </Link>
  );
}

type SaidProps = { label: string; rest: string; text: string | null; isSame?: boolean; isLine: boolean };

function Said({ label, rest, text, isSame = false, isLine }: SaidProps) {
  return (
    <div className={clsx("flex min-w-0 max-w-full items-baseline gap-x-1.5", !isLine && "flex-wrap")}>
      <dt className="shrink-0">
        {label}
        <span className={isLine ? "sr-only" : undefined}>{rest}</span>:
      </dt>
      {text === null || text === "" ? (
        <dd className="text-faint">{text === null ? "cannot read it" : "nothing"}</dd>
      ) : (
        <dd className="flex min-w-0 max-w-full items-baseline gap-1">
          <span dir="auto" title={text} className="min-w-0 max-w-72 truncate font-medium text-ink">
            {text}
          </span>
          {isSame ? (
            <>
              <Check aria-hidden="true" className="size-3.5 shrink-0 self-center text-success-ink" />
              <span className="sr-only">as you said</span>
            </>
          ) : null}
        </dd>
      )}
    </div>
  );
}
