import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { type ChartOrder, orderAddress, readChartOrder } from "./chart-order.ts";

/** The order of a page's charts, kept in its address. */
export function useChartOrder(): [ChartOrder, (change: Partial<ChartOrder>) => void] {
  const { get, replace } = useSearchState();
  const order = readChartOrder(get);
  return [order, (change) => replace(orderAddress({ ...order, ...change }))];
}
