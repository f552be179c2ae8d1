"use client";

import { useQuery } from "@tanstack/react-query";
import { exposureQuery } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf } from "#components/ui/text/format.ts";

type SeenByProps = { datasetId: string; version: { number: number } };

/** Which versions train on what this one measures by: a model that learned from one of them may remember the answers. Nothing where none does. */
export function SeenBy({ datasetId, version }: SeenByProps) {
  const { projectId, entity, project } = useProject();
  const { data } = useQuery(exposureQuery({ projectId, datasetId, version: `v${version.number}` }));
  if (!data || data.totalCount === 0) return null;
  const more = data.totalCount - data.versions.length;
  return (
    <p className="border-line border-b px-4 py-2 text-sm text-warning-ink">
      Some of these rows are trained on:{" "}
      {data.versions.map(({ datasetId: id, name, number, rows }, at) => (
        <span key={`${id} ${number}`}>
          {at === 0 ? null : ", "}
          <Link
            href={`${projectHref({ entity, project }, "datasets", id)}?version=v${number}`}
            className="rounded-sm underline underline-offset-2"
          >
            {name}, v{number}
          </Link>{" "}
          ({countOf(rows, "row")})
        </span>
      ))}
      {more > 0 ? `, and ${more} more` : null}. A model of theirs may remember the answers.
    </p>
  );
}
