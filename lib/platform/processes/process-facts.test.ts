import { expect, test } from "vitest";
import { factsFromPs, processFacts } from "./process-facts.ts";

test("What ps says of a process, for systems without /proc, names it and its start, and is nothing where there is none", () => {
  const said = factsFromPs(process.pid);
  expect(said?.name).toBe(processFacts(process.pid)?.name);
  expect(said?.state).toMatch(/^[RSI]$/);
  expect(said?.startedAt).toMatch(/^\w{3}-\w{3}-\d+-[\d:]+-\d{4}$/);
  expect(factsFromPs(process.pid)?.startedAt).toBe(said?.startedAt);
  expect(factsFromPs(4_194_304)).toBeNull();
});
