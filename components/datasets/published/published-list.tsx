"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { publishedQuery } from "#components/datasets/parts/dataset-queries.ts";
import { KIND_LABELS, METHODS } from "#components/datasets/parts/dataset-texts.ts";
import { trainingOn } from "#components/datasets/parts/training-on.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import { lackLabel, rowWords } from "./lack-words.ts";
import { type Making, MakingDialogs } from "./making-dialogs.tsx";

/** Newest first; the datasets that are made here stand below them. */
const SHOWN = 3;

/** Datasets that programs stored as objects, above those that are made here: to train on, or to make one of. Nothing where there are none. */
export function PublishedDatasets({ asked }: { asked: { name: string; isArchived: boolean } }) {
  const { projectId } = useProject();
  const { data = [] } = useInfiniteQuery(publishedQuery(projectId, asked));
  const [making, setMaking] = useState<Making | null>(null);
  const [areAllShown, setAllShown] = useState(false);
  if (data.length === 0) return null;
  const shown = areAllShown ? data : data.slice(0, SHOWN);
  return (
    <section aria-labelledby="published-datasets" className="shrink-0 border-line border-b px-4 py-3">
      <h2 id="published-datasets" className="mb-1 font-medium text-sm">
        Published by programs
      </h2>
      <ul
        aria-labelledby="published-datasets"
        {...(areAllShown ? { tabIndex: 0, className: "max-h-[40dvh] overflow-y-auto" } : {})}
      >
        {shown.map((one) => (
          <Published key={one.name} dataset={one} onMake={setMaking} />
        ))}
      </ul>
      {data.length > SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? `Show the newest ${SHOWN}` : `Show all ${formatCount(data.length)}`}
        </Button>
      ) : null}
      {making ? <MakingDialogs making={making} onMaking={setMaking} /> : null}
    </section>
  );
}

type PublishedProps = { dataset: PublishedDataset; onMake: (making: Making) => void };

function Published({ dataset, onMake }: PublishedProps) {
  const { entity, project, can } = useProject();
  const { name, number, kind, lack, ref, createdAt } = dataset;
  const words = rowWords(dataset);
  const mayMake = can("datasets:write");
  const named = { name, number, ref };
  const how = kind ? METHODS[kind] : undefined;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-line py-1.5 text-sm not-first:border-t">
      <Link
        href={projectHref({ entity, project }, "datasets", "published", name)}
        title={name}
        className="min-w-0 flex-1 basis-48 truncate rounded-sm font-medium hover:underline"
      >
        {name}
      </Link>
      {kind ? <Badge>{KIND_LABELS[kind]}</Badge> : null}
      {lack ? <Badge tone="warning">{lackLabel(lack)}</Badge> : null}
      <span className="text-muted text-xs tabular-nums">
        v{number} · {words === null ? null : `${words} · `}
        <Time value={createdAt} />
      </span>
      {mayMake && kind ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Make a dataset of ${name}`}
          onClick={() => onMake({ ...named, holds: kind })}
        >
          Make a dataset
        </Button>
      ) : null}
      {lack === "other_columns" && (mayMake || can("training:write")) ? (
        <Button size="sm" aria-label={`Name the columns of ${name}`} onClick={() => onMake(named)}>
          Name its columns
        </Button>
      ) : null}
      {how && can("training:write") ? (
        <ButtonLink
          size="sm"
          href={`${projectHref({ entity, project }, "training", "new")}?${trainingOn(ref, how)}`}
          aria-label={`Train on ${name}`}
        >
          Train
        </ButtonLink>
      ) : null}
    </li>
  );
}
