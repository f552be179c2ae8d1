"use client";

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
  onHide: () => void;
};

/** What a model that learned from the queue says to the item that was just answered, before and after. */
export function BeforeAfterStrip({ shown, words, onHide }: BeforeAfterStripProps) {
  return (
    <section
      aria-label="The model on your last answer"
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-t bg-sunken py-1.5 pr-1 pl-4 text-xs"
    >
      <div className="flex min-w-0 flex-1 gap-x-4 gap-y-1 max-sm:flex-col sm:items-baseline">
        <p title={words} className="shrink-0 truncate font-medium text-muted sm:max-w-48">
          “<span dir="auto">{words}</span>”
        </p>
        <div className="min-w-0 text-muted sm:flex-1">
          {shown.is === "loading" ? <Loading /> : null}
          {shown.is === "failed" ? "What the model says could not be loaded." : null}
          {shown.found ? <Words found={shown.found} /> : null}
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

function Words({ found }: { found: BeforeAfter }) {
  const { before, after, own, rows, datasetVersion } = found;
  const isSame = own !== null && after.text === own;
  const learned = `After learning ${countOf(rows, "row")} of v${datasetVersion}`;
  return (
    <dl className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      {before ? <Said label="Before training" text={before.text} /> : null}
      <Said label={learned} text={after.text} isSame={isSame} />
      {own === null ? null : <Said label="You said" text={own} />}
      <div className="min-w-0 max-w-full">
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

type SaidProps = { label: string; text: string | null; isSame?: boolean };

function Said({ label, text, isSame = false }: SaidProps) {
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-1.5">
      <dt className="shrink-0">{label}:</dt>
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
