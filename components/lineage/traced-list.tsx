"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { type Traced, tracedQuery } from "./lineage-queries.ts";
import { groupsOf, type LineageGroup, nodeHref, nodeText, saidWords } from "./lineage-words.ts";

/** What something was made from, or what was made of it, by kind and counted; each leads to its page. */
export function TracedList({ traced, nothing }: { traced: Traced; nothing: string }) {
  const { projectId } = useProject();
  const lineage = useQuery(tracedQuery(projectId, traced));
  if (!lineage.data)
    return lineage.error ? (
      <QueryError title="The lineage could not be loaded" query={lineage} />
    ) : (
      <SkeletonLines label="Loading the lineage" lines={3} />
    );
  const { nodes, counts } = lineage.data;
  const groups = groupsOf(nodes, counts);
  const said = saidWords(counts);
  if (groups.length === 0 && said === null) return <p className="text-muted text-sm">{nothing}</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]">
      {said ? (
        <div className="min-w-0">
          <dt className="text-faint text-xs">Said by people</dt>
          <dd className="tabular-nums">{said}</dd>
        </div>
      ) : null}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </dl>
  );
}

function Group({ group: { title, total, nodes } }: { group: LineageGroup }) {
  const place = useProject();
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs tabular-nums">{`${title} ${formatCount(total)}`}</dt>
      <dd className="min-w-0">
        <ul className="max-h-40 min-w-0 overflow-y-auto">
          {nodes.map((node) => {
            const href = nodeHref(node, place);
            return (
              <li key={node.id} className="min-w-0 break-words tabular-nums">
                {href ? (
                  <Link href={href} className="rounded-sm underline underline-offset-2 hover:text-ink">
                    {nodeText(node)}
                  </Link>
                ) : (
                  nodeText(node)
                )}
              </li>
            );
          })}
        </ul>
        {total > nodes.length ? (
          <p className="text-faint text-xs">{`and ${formatCount(total - nodes.length)} more`}</p>
        ) : null}
      </dd>
    </div>
  );
}
