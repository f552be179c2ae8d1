import { expect, test } from "vitest";
import type { FieldAgreement } from "#lib/contract/annotation/queue-quality.ts";
import { weakestField } from "./quality-queries.ts";

function field(name: string, alpha: number | null, pairs: number): FieldAgreement {
  return {
    ref: name,
    name,
    measure: "nominal",
    versions: [0],
    items: pairs,
    pairs,
    percent: null,
    cohenKappa: null,
    fleissKappa: null,
    alpha: { value: alpha, low: null, high: null },
  };
}

test("The field with the least agreement is the one that is shown", () => {
  expect(weakestField([field("a", 0.9, 50), field("b", -0.1, 50), field("c", 0.4, 50)])?.name).toBe("b");
});

test("Few pairs say little, so they count only where there are no others", () => {
  expect(weakestField([field("a", 0.9, 50), field("b", 0.1, 3)])?.name).toBe("a");
  expect(weakestField([field("a", 0.9, 4), field("b", 0.1, 3)])?.name).toBe("b");
});

test("A field without a number is no weakest one", () => {
  expect(weakestField([field("a", null, 50)])).toBeNull();
  expect(weakestField([])).toBeNull();
});
