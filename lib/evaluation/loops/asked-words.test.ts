import { expect, test } from "vitest";
import { outcomeNow, waitsWords } from "./asked-words.ts";

test("a run that asked for an alias says that it waits until that is decided, and then what was decided", () => {
  const asked = { step: 2, alias: "production" };
  const outcome = `${waitsWords(asked)} It gained 4 points.`;
  const now = (state: "waiting" | "approved" | "refused" | "withdrawn") =>
    outcomeNow(outcome, { ...asked, state });
  expect(now("waiting")).toBe("Step 2 waits for an admin to become production. It gained 4 points.");
  expect(now("approved")).toBe("An admin approved that step 2 becomes production. It gained 4 points.");
  expect(now("refused")).toBe("An admin refused that step 2 becomes production. It gained 4 points.");
  expect(now("withdrawn")).toMatch(/^The request that step 2 becomes production was withdrawn\./);
  expect(outcomeNow("Nothing has changed", { ...asked, state: "approved" })).toBe("Nothing has changed");
});
