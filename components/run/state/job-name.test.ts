import { expect, test } from "vitest";
import { jobName } from "./job-name.ts";

test("jobs of one model are called by the steps that they made, unless they have names", () => {
  expect(jobName({ name: null, checkpointStep: null }, "intents")).toBe("intents");
  expect(jobName({ name: null, checkpointStep: 2 }, "intents")).toBe("intents, step 2");
  expect(jobName({ name: "slow", checkpointStep: 2 }, "intents")).toBe("slow");
});
