import { expect, test } from "vitest";
import { eventPlace } from "./event-place.ts";

const project = { entity: "acme", project: "support" };

test("an event leads to the page about what it reports, and a test or an event of a later version nowhere", () => {
  const place = (type: string, data: unknown) => eventPlace(project, { type, payload: { type, data } });
  expect([
    place("annotation.completed", { queue_id: "q", item_id: "i" }),
    place("dataset.version_ready", { dataset_id: "d", number: 3 }),
    place("evaluation_run.completed", { evaluation_id: "e", run_id: "r" }),
    place("promotion.waiting", { model_id: "m", alias: "production" }),
    place("rl_run.waiting_for_people", { run_id: "r" }),
  ]).toEqual([
    "/projects/acme/support/queues/q/items?item=i",
    "/projects/acme/support/datasets/d?version=v3",
    "/projects/acme/support/evaluations/e/runs/r",
    "/projects/acme/support/models/m?tab=aliases",
    "/projects/acme/support/training/runs/r",
  ]);
  expect([
    place("webhook.test", {}),
    place("planet.landed", { planet_id: "p" }),
    place("loop.failed", {}),
    place("constructor", {}),
    place("queue.completed", null),
  ]).toEqual([null, null, null, null, null]);
});
