import { expect, test } from "vitest";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import type { QueuedJob } from "#lib/contract/training/training-queue.ts";
import { whyQueued } from "./queue-text.ts";

const queue = (...ids: string[]) => ({
  waiting: ids.map((id) => ({ id }) as QueuedJob),
  waitingCount: ids.length,
});

test("a queued job says for what it waits, and its number among those that wait", () => {
  const job = { id: "j", waitingFor: null, queuePosition: 0 };
  expect(whyQueued(job, queue("j"))).toBe("Next for its model. It starts when a trainer is free.");
  expect(whyQueued(job, queue("a", "j"))).toContain("It is number 2 of 2 waiting.");
  expect(whyQueued({ ...job, queuePosition: 2 }, null)).toBe(
    "2 jobs of this model must end before it starts.",
  );
  expect(whyQueued({ ...job, waitingFor: WAITS_FOR_TURN }, queue("j", "a"))).toBe(
    "Other jobs have their turn. It is number 1 of 2 waiting.",
  );
  expect(whyQueued({ ...job, waitingFor: "the model needs more memory than is free" }, queue("j"))).toBe(
    "It is waiting. The model needs more memory than is free. It continues by itself.",
  );
});
