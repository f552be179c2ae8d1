import { expect, test } from "vitest";
import { labelsOf } from "#components/graders/parts/own-judge.ts";
import { QUEUE_TEMPLATES } from "./queue-templates.ts";

test("one of the queues to begin with asks for a label of several, which a classifier or a judge can learn", () => {
  const labels = QUEUE_TEMPLATES.map(({ fields }) => fields.flatMap(({ input }) => labelsOf({ input })));
  expect(labels).toContainEqual(["solved", "partly", "unsolved"]);
});
