"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Boxes, CircleDot, FileText, type LucideIcon, TrendingDown } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { playgroundHref } from "#components/chat/models/playground-models.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { lineageQuery } from "#components/run/queries/model-queries.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, cutMiddle, formatCount } from "#components/ui/text/format.ts";
import { PHONE, useMediaQuery } from "#components/ui/use-platform.ts";
import type { Lineage, LineageNode, ModelWithSteps } from "#lib/contract/models/models.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import { CheckpointOrigin } from "./checkpoint-origin.tsx";
import { type LineageLayout, lineageLayout, type PlacedNode } from "./lineage-layout.ts";

/** The lineage of a model's checkpoints, from left to right, and on a phone from top to bottom. */
export function ModelLineage({ model }: { model: ModelWithSteps }) {
  const lineage = useQuery(lineageQuery(model.id));
  const problem = lineage.error ? explainError(lineage.error) : undefined;
  const retry = () => void lineage.refetch();
  if (!lineage.data && problem)
    return <ErrorState title="The lineage could not be loaded" detail={problem} onRetry={retry} />;
  if (!lineage.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the lineage" lines={4} />
      </div>
    );
  return (
    <>
      {problem ? (
        <ErrorBanner title="Could not refresh the lineage." detail={problem} onRetry={retry} />
      ) : null}
      <Graph model={model} lineage={lineage.data} />
      <CheckpointOrigin model={model} nodes={lineage.data.nodes} />
    </>
  );
}

const NODE = { width: 168, height: 60 };
const GAP = { x: 40, y: 16 };
const PHONE_GAP = { x: 16, y: 28 };
const MARGIN = 16;

function Graph({ model, lineage }: { model: ModelWithSteps; lineage: Lineage }) {
  const isPhone = useMediaQuery(PHONE);
  const layout = lineageLayout(lineage);
  const drawing = isPhone ? downwards(layout) : rightwards(layout);
  const scroller = useRef<HTMLElement>(null);
  const { columns } = layout;
  // What came last is what people look for.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || columns === 0) return;
    if (isPhone) box.scrollTop = box.scrollHeight;
    else box.scrollLeft = box.scrollWidth;
  }, [columns, isPhone]);
  const texts = new Map(layout.nodes.map((node) => [node.id, titleOf(node)]));
  return (
    <>
      {lineage.earlierJobs > 0 ? (
        <p className="border-line border-b px-4 py-2 text-muted text-xs">
          {countOf(lineage.earlierJobs, "earlier job")} are not shown.
        </p>
      ) : null}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Lineage"
        className="min-h-0 flex-1 overflow-auto -outline-offset-2"
      >
        <div className="relative" style={{ width: drawing.width, height: drawing.height }}>
          <Edges layout={layout} drawing={drawing} />
          <ol aria-label="Where each checkpoint came from, oldest first">
            {layout.nodes.map((node) => (
              <li key={node.id} className="absolute" style={{ ...drawing.placeOf(node), ...NODE }}>
                <NodeCard model={model} node={node} />
                {node.fromIds.length > 0 ? (
                  <span className="sr-only">
                    {node.kind === "checkpoint" ? "made by" : "from"}{" "}
                    {node.fromIds.map((id) => texts.get(id)).join(" and ")}
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}

/** The positions of a layout's cells in pixels, and the lines between them. */
type Drawing = {
  width: number;
  height: number;
  placeOf: (node: PlacedNode) => { left: number; top: number };
  lineBetween: (from: PlacedNode, to: PlacedNode) => string;
};

const extent = (cells: number, size: number, gap: number) => 2 * MARGIN + cells * (size + gap) - gap;

function rightwards({ columns, lanes }: LineageLayout): Drawing {
  const placeOf = ({ column, lane }: PlacedNode) => ({
    left: MARGIN + column * (NODE.width + GAP.x),
    top: MARGIN + lane * (NODE.height + GAP.y),
  });
  const lineBetween = (from: PlacedNode, to: PlacedNode) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    const [x1, y1] = [start.left + NODE.width, start.top + NODE.height / 2];
    const [x2, y2] = [end.left, end.top + NODE.height / 2];
    const bend = GAP.x / 2;
    // A long way goes along the gaps below the cards, so that no line runs through one.
    const along = start.top + NODE.height + GAP.y / 2;
    return to.column - from.column > 1
      ? `M${x1} ${y1}C${x1 + bend} ${y1} ${x1} ${along} ${x1 + bend} ${along}H${x2 - bend}C${x2} ${along} ${x2 - bend} ${y2} ${x2} ${y2}`
      : `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  };
  const [width, height] = [extent(columns, NODE.width, GAP.x), extent(lanes, NODE.height, GAP.y)];
  return { width, height, placeOf, lineBetween };
}

/** The same from top to bottom: a phone has two cards side by side. */
function downwards({ columns, lanes }: LineageLayout): Drawing {
  const gap = PHONE_GAP;
  const placeOf = ({ column, lane }: PlacedNode) => ({
    left: MARGIN + lane * (NODE.width + gap.x),
    top: MARGIN + column * (NODE.height + gap.y),
  });
  const lineBetween = (from: PlacedNode, to: PlacedNode) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    const [x1, y1] = [start.left + NODE.width / 2, start.top + NODE.height];
    const [x2, y2] = [end.left + NODE.width / 2, end.top];
    const bend = gap.y / 2;
    const along = start.left + NODE.width + gap.x / 2;
    return to.column - from.column > 1
      ? `M${x1} ${y1}C${x1} ${y1 + bend} ${along} ${y1} ${along} ${y1 + bend}V${y2 - bend}C${along} ${y2} ${x2} ${y2 - bend} ${x2} ${y2}`
      : `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
  };
  const [width, height] = [extent(lanes, NODE.width, gap.x), extent(columns, NODE.height, gap.y)];
  return { width, height, placeOf, lineBetween };
}

function Edges({ layout, drawing }: { layout: LineageLayout; drawing: Drawing }) {
  const places = new Map(layout.nodes.map((node) => [node.id, node]));
  return (
    <svg
      aria-hidden="true"
      width={drawing.width}
      height={drawing.height}
      className="absolute inset-0 text-edge"
    >
      {layout.edges.map(({ fromId, toId }) => {
        const [from, to] = [places.get(fromId), places.get(toId)];
        if (!from || !to) return null;
        const path = drawing.lineBetween(from, to);
        return (
          <path key={`${fromId} ${toId}`} d={path} fill="none" stroke="currentColor" strokeWidth="1.25" />
        );
      })}
    </svg>
  );
}

const ICONS: { [K in LineageNode["kind"]]: LucideIcon } = {
  base: Boxes,
  data: FileText,
  job: TrendingDown,
  checkpoint: CircleDot,
};

function NodeCard({ model, node }: { model: ModelWithSteps; node: PlacedNode }) {
  const { entity, project, can } = useProject();
  const Icon = ICONS[node.kind];
  const href =
    node.kind === "job"
      ? projectHref({ entity, project }, "training", node.id)
      : node.datasetId
        ? projectHref({ entity, project }, "datasets", node.datasetId)
        : node.kind === "checkpoint" && !node.isDeleted && can("chat:create")
          ? playgroundHref(projectHref({ entity, project }, "chat"), [chatNameOf(model, node.step ?? 0)])
          : null;
  const className = clsx(
    "flex size-full min-w-0 flex-col justify-center gap-0.5 rounded-md border px-2.5 py-1.5",
    node.isDeleted ? "border-line border-dashed bg-canvas text-muted" : "border-line bg-surface",
    href && "transition-colors hover:border-edge hover:bg-hover",
  );
  const inside = (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <Icon aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        <span title={titleOf(node)} className="min-w-0 truncate font-medium text-sm">
          {titleOf(node)}
        </span>
        {node.aliases[0] ? (
          <span className="min-w-0 shrink" title={node.aliases.join(", ")}>
            <Badge tone="accent">
              {node.aliases.length > 1 ? `${node.aliases[0]} +${node.aliases.length - 1}` : node.aliases[0]}
            </Badge>
          </span>
        ) : null}
      </span>
      <span className="min-w-0 truncate text-muted text-xs" title={detailOf(node)}>
        {detailOf(node)}
      </span>
    </>
  );
  return href ? (
    <Link href={href} className={className}>
      {inside}
    </Link>
  ) : (
    <div className={className}>{inside}</div>
  );
}

const JOB_TITLES: { [K in JobKind]: string } = { sft: "SFT job", preference: "Preference job", rl: "RL job" };

function titleOf({ kind, name, step, jobKind }: LineageNode): string {
  if (kind === "base") return name;
  if (kind === "data") return name || "Data in the request";
  if (kind === "checkpoint") return `Step ${formatCount(step ?? 0)}`;
  return jobKind === null ? "Job" : JOB_TITLES[jobKind];
}

function detailOf({ kind, step, state, rows, sha256, isDeleted }: LineageNode): string {
  if (kind === "base") return "Base model";
  if (kind === "checkpoint")
    return [step === 0 ? "base" : "checkpoint", isDeleted && "deleted"].filter(Boolean).join(", ");
  if (kind === "job") return `${state ?? ""}, ${countOf(step ?? 0, "training step")}`;
  const parts = [
    rows === null ? null : countOf(rows, "row"),
    sha256 && cutMiddle(sha256, 9),
    isDeleted && "deleted",
  ];
  return parts.filter(Boolean).join(" · ") || "not counted yet";
}
