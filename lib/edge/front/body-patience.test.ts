import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchBody } from "./body-patience.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const patience = { graceMs: 60_000, bytesPerSecond: 16_384, silenceMs: 15_000 };

/** A request whose bytes the test counts, and whether it was given up. */
function watched(headers: Record<string, string> = { "content-length": "1000000" }) {
  const socket = { bytesRead: 5000 };
  const request = { complete: false, socket, headers, readableLength: 0 };
  const response = new EventEmitter();
  const state = { request, socket, response, isGivenUp: false };
  const giveUp = () => {
    state.isGivenUp = true;
  };
  // Only these members of either are looked at.
  watchBody(request as unknown as IncomingMessage, response as unknown as ServerResponse, {
    patience,
    giveUp,
  });
  return state;
}

test("a sender who falls silent is given up soon, unless it is we who do not take what has come", () => {
  const [silent, unread] = [watched(), watched()];
  unread.request.readableLength = 65_536;
  vi.advanceTimersByTime(15_000);
  expect(silent.isGivenUp).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect([silent.isGivenUp, unread.isGivenUp]).toEqual([true, false]);
});

test("a body that comes a drop at a time is given up all the same", () => {
  const state = watched({ "transfer-encoding": "chunked" });
  for (let second = 0; second < 61; second++) {
    state.socket.bytesRead += 100;
    vi.advanceTimersByTime(1_000);
  }
  expect(state.isGivenUp).toBe(true);
});

test("a large body over a poor line has all the time it needs", () => {
  const state = watched();
  for (let second = 0; second < 3_600; second++) {
    state.socket.bytesRead += 20_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(state.isGivenUp).toBe(false);
});

test("after the body's end, or the answer, nobody watches; without a body nobody begins", () => {
  const ended = watched();
  ended.request.complete = true;
  const answered = watched();
  answered.response.emit("close");
  const empty = [watched({}), watched({ "content-length": "0" })];
  vi.advanceTimersByTime(3_600_000);
  for (const { isGivenUp } of [ended, answered, ...empty]) expect(isGivenUp).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
