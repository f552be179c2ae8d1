import { expect, test } from "vitest";
import type { Turn } from "#lib/contract/traces/threads.ts";
import { withThumb } from "./thumbs.ts";

const TURN: Turn = {
  id: "t",
  opName: "op",
  displayName: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  isUndated: false,
  durationMs: null,
  tokens: null,
  hasError: false,
  failedInside: 0,
  feedback: 5,
  thumbsUp: 2,
  thumbsDown: 1,
  ownThumb: null,
  queues: [],
  preview: null,
};

test("a thumb counts once, is removed by giving it again, and replaces the other", () => {
  const up = withThumb(TURN, "up");
  expect(up).toMatchObject({ ownThumb: "up", thumbsUp: 3, thumbsDown: 1, feedback: 6 });
  expect(withThumb(up, "up")).toEqual(TURN);
  expect(withThumb(up, "down")).toMatchObject({ ownThumb: "down", thumbsUp: 2, thumbsDown: 2, feedback: 6 });
});
