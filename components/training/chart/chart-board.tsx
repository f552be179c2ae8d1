"use client";

import { type ReactNode, useMemo } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { chartTitle } from "#components/run/metrics/metric-points.ts";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView, Range } from "#components/training/chart/frame/chart-view.ts";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ChartActions } from "./chart-actions.tsx";
import { saveChartPicture, saveChartValues } from "./chart-file.ts";
import { type ChartOrder, orderedNames } from "./chart-order.ts";
import { ChartToolbar } from "./chart-toolbar.tsx";
import { HiddenCharts } from "./hidden-charts.tsx";
import { MetricChart } from "./metric-chart.tsx";
import { MoreMetrics } from "./more-metrics.tsx";
import { useChartOrder } from "./use-chart-order.ts";

type ChartBoardProps = {
  view: ChartView;
  onView: (change: Partial<ChartView>) => void;
  /** What was read, and how the reading went. */
  curves: {
    more: readonly string[];
    hasTokens: boolean;
    isPending: boolean;
    error: Error | null;
    refetch: () => void;
  };
  /** What could not be done where it failed. */
  problem: string;
  /** Metrics that have a chart, unless somebody hid it. */
  names: readonly string[];
  /** Memoise it: each new one redraws the chart. */
  linesOf: (name: string) => readonly ChartLine[];
  /** What the values of a metric are, in a sentence; null where its title says enough. */
  noteOf?: (name: string) => string | null;
  showsMore: boolean;
  onShowsMore: (shows: boolean) => void;
  /** In place of the charts where there is nothing to draw. */
  empty: ReactNode;
  /** Below the charts. */
  children?: ReactNode;
} & ChartLook;

/** What all charts of a board have in common. */
type ChartLook = {
  /** Charts move their cursors together. */
  syncKey: string;
  extent?: Range | null;
  /** Places on the axis where the job left a checkpoint. */
  checkpoints?: readonly number[];
  isStopped?: boolean;
  /** Whether nothing more comes. */
  isEnded?: boolean;
  /** A place on the axis of a chart was clicked. */
  onPick?: (x: number, name: string) => void;
};

/** Charts of several metrics under one set of controls, in the order that their reader gave them. */
export function ChartBoard(props: ChartBoardProps) {
  const { view, onView, curves, problem, names, linesOf, showsMore, onShowsMore, empty, children, noteOf } =
    props;
  const { syncKey, extent = null, isStopped = false, isEnded = false, onPick, checkpoints } = props;
  const [order, changeOrder] = useChartOrder();
  const isEmpty = names.length === 0 && !children;
  return (
    <>
      {isEmpty && !curves.isPending ? null : (
        <ChartToolbar view={view} hasTokens={curves.hasTokens} onChange={onView} />
      )}
      {curves.error ? (
        <ErrorBanner title={problem} detail={explainError(curves.error)} onRetry={curves.refetch} />
      ) : null}
      {curves.isPending ? (
        <div className="p-4">
          <SkeletonLines label="Loading the curves" lines={8} />
        </div>
      ) : isEmpty ? (
        empty
      ) : (
        <div className="grid gap-x-6 gap-y-5 p-4 lg:grid-cols-2 2xl:grid-cols-3">
          {orderedNames([...names], order).map((name) => (
            <BoardChart
              key={name}
              name={name}
              linesOf={linesOf}
              note={noteOf?.(name) ?? null}
              view={view}
              onView={onView}
              order={order}
              onOrder={changeOrder}
              look={{
                syncKey,
                extent,
                isStopped,
                isEnded,
                ...(onPick ? { onPick } : {}),
                ...(checkpoints ? { checkpoints } : {}),
              }}
            />
          ))}
        </div>
      )}
      {children}
      <HiddenCharts
        count={names.filter((name) => order.hidden.includes(name)).length}
        onShow={() => changeOrder({ hidden: [] })}
      />
      <MoreMetrics count={curves.more.length} isShown={showsMore} onChange={onShowsMore} />
    </>
  );
}

type BoardChartProps = {
  name: string;
  linesOf: (name: string) => readonly ChartLine[];
  note: string | null;
  view: ChartView;
  onView: (change: Partial<ChartView>) => void;
  order: ChartOrder;
  onOrder: (change: Partial<ChartOrder>) => void;
  look: ChartLook;
};

function BoardChart({ name, linesOf, note, view, onView, order, onOrder, look: given }: BoardChartProps) {
  const { onPick, ...look } = given;
  const lines = useMemo(() => linesOf(name), [linesOf, name]);
  const title = chartTitle(name, lines);
  return (
    <MetricChart
      title={title}
      lines={lines}
      view={view}
      {...look}
      {...(onPick ? { onPick: (x: number) => onPick(x, name) } : {})}
      isLarge={order.large === name}
      note={note}
      actions={(box) => (
        <ChartActions
          name={name}
          title={title}
          order={order}
          onOrder={onOrder}
          onPicture={() => saveChartPicture(title, box.current)}
          onValues={() => saveChartValues(title, lines)}
        />
      )}
      onZoom={(zoom) => onView({ zoom })}
    />
  );
}
