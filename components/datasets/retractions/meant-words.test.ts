import { expect, test } from "vitest";
import { meantWords } from "./meant-words.ts";

const NOTHING = { annotatorUserId: null, itemIds: [], feedbackIds: [], since: null, until: null };
const said = (more: Partial<Parameters<typeof meantWords>[0]>) =>
  meantWords({ ...NOTHING, ...more }, (id) => (id === "a" ? "Ana" : "someone"));

test("a retraction says in words all that must hold", () => {
  expect(said({ annotatorUserId: "a" })).toBe("All answers of Ana");
  expect(said({ itemIds: ["1", "2"] })).toBe("All answers to 2 items");
  expect(said({ feedbackIds: ["1"], annotatorUserId: "a" })).toBe("1 answer of Ana");
  const since = new Date("2026-11-01T23:30:00Z");
  const until = new Date("2026-11-03T00:00:00Z");
  expect(said({ annotatorUserId: "a", since, until })).toBe(
    "All answers of Ana from 1 Nov 2026 before 3 Nov 2026",
  );
});
