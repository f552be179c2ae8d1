import { expect, test } from "vitest";
import { orderAddress, orderedNames, readChartOrder, toggled } from "./chart-order.ts";

const NAMES = ["loss", "learning_rate", "grad_norm", "entropy"];

test("the large chart comes first, then those that are pinned, and those put away do not come", () => {
  const order = { pinned: ["entropy", "grad_norm"], hidden: ["learning_rate"], large: "entropy" };
  expect(orderedNames(NAMES, order)).toEqual(["entropy", "grad_norm", "loss"]);
  const address = new Map(Object.entries(orderAddress(order)));
  expect(readChartOrder((name) => address.get(name) ?? null)).toEqual(order);
  expect(orderAddress({ pinned: [], hidden: [], large: null })).toEqual({
    pin: null,
    hide: null,
    large: null,
  });
  expect(toggled(toggled(["a"], "b"), "a")).toEqual(["b"]);
});
