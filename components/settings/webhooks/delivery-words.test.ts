import { expect, test } from "vitest";
import { deliveryWords } from "./delivery-words.ts";

test("why earlier tries failed is said after a later one arrived, too", () => {
  const tried = { state: "delivered", attempts: 1, lastError: null, lastStatus: 204 } as const;
  expect(deliveryWords(tried)).toBe("1 try, answered 204");
  expect(deliveryWords({ ...tried, attempts: 2, lastError: "answered 401" })).toBe(
    "2 tries, answered 204, before that answered 401",
  );
  const failed = { ...tried, state: "pending", lastStatus: 401, lastError: "answered 401" } as const;
  expect(deliveryWords(failed)).toBe("1 try, answered 401");
  expect(deliveryWords({ ...tried, state: "pending", attempts: 0, lastStatus: null })).toBe("0 tries");
});
