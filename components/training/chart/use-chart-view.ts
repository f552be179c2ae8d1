import { useEffect, useState } from "react";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import {
  addressOf,
  type ChartView,
  changedView,
  readChartView,
} from "#components/training/chart/frame/chart-view.ts";

/** Browsers refuse an address that changes with every movement of a slider. */
const WRITTEN_AFTER_MS = 250;

/** How the charts of a page are drawn: at once in the page, and soon after in its address. */
export function useChartView(): [ChartView, (change: Partial<ChartView>) => void] {
  const { get, replace } = useSearchState();
  const [view, setView] = useState(() => readChartView(get));
  useEffect(() => {
    const timer = setTimeout(() => replace(addressOf(view)), WRITTEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [view, replace]);
  return [view, (change) => setView((before) => changedView(before, change))];
}
