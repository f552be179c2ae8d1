import { expect, test } from "vitest";
import { eventLabel, groupEvents, whenSent } from "./event-labels.ts";

test("what is sent is one sentence, by what it is about", () => {
  expect(whenSent(["training_job.failed", "dataset.version_ready", "training_job.completed"])).toBe(
    "Sent when a version of a dataset is built; when a training job completes or fails.",
  );
});

test("an event of a later version has its own name, and is offered by nothing", () => {
  expect(eventLabel("promotion.refused")).toBe("A promotion is refused");
  expect(eventLabel("planet.landed")).toBe("planet.landed");
  expect(groupEvents(["planet.landed"])).toEqual([]);
});
