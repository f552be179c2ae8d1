import { expect, test } from "vitest";
import { addressOf, type ChartView, changedView, readChartView } from "./chart-view.ts";

const DEFAULT: ChartView = { x: "step", smoothing: 0, logX: false, logY: false, clip: false, zoom: null };

function fromAddress(address: Record<string, string | null>): ChartView {
  return readChartView((name) => address[name] || null);
}

test("what was chosen is read back from the address, and defaults leave it clean", () => {
  const chosen: ChartView = {
    x: "time",
    smoothing: 0.9,
    logX: true,
    logY: true,
    clip: true,
    zoom: { from: 1.5, to: 40 },
  };
  expect(fromAddress(addressOf(chosen))).toEqual(chosen);
  expect(Object.values(addressOf(DEFAULT)).every((value) => value === null)).toBe(true);
});

test("another axis shows everything again, and any other change keeps what is seen", () => {
  const zoomed = { ...DEFAULT, zoom: { from: 2, to: 3 } };
  expect(changedView(zoomed, { x: "tokens" })).toEqual({ ...DEFAULT, x: "tokens" });
  expect(changedView(zoomed, { logY: true })).toEqual({ ...zoomed, logY: true });
  expect(changedView(zoomed, { zoom: null }).zoom).toBeNull();
});

test("an address by hand that makes no sense shows the default", () => {
  const odd = { x: "miles", smooth: "7", from: "9", to: "3", logy: "yes" };
  expect(fromAddress(odd)).toEqual({ ...DEFAULT, smoothing: 0.99 });
  expect(fromAddress({ smooth: "much" })).toEqual(DEFAULT);
});
