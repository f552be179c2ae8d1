import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { mutate } from "./mutate.ts";

const BODY = { project_id: "a/b", items: [{ id: "x", payload: { value: 1 } }], limit: 5 };

test("the same seed draws the same changes, and the original is not modified", () => {
  const before = structuredClone(BODY);
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 50 }, () => mutate(BODY, random));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(BODY).toEqual(before);
});

test("nearly every draw differs from the original, and deep places are reached as well as the top", () => {
  const random = seededRandom(1);
  const drawn = Array.from({ length: 400 }, () => mutate(BODY, random));
  expect(drawn.filter((one) => isDeepStrictEqual(one, BODY)).length).toBeLessThan(20);
  const deep = drawn.filter((one) => {
    const items = (one as { items?: { id?: unknown }[] } | null)?.items;
    return (
      Array.isArray(items) &&
      items.length === 1 &&
      items[0]?.id === "x" &&
      !isDeepStrictEqual(items, BODY.items)
    );
  });
  expect(deep.length).toBeGreaterThan(10);
  expect(drawn.some((one) => typeof one !== "object" || one === null)).toBe(true);
});
