import { expect, test } from "vitest";
import {
  isFiltered,
  NO_FILTERS,
  readRange,
  readThreadFilters,
  threadFilterOf,
  writeRange,
  writeTraffic,
} from "./thread-filters.ts";

const NOW = new Date("2026-01-02T00:00:00Z");

function filtersOf(address: string) {
  const params = new URLSearchParams(address);
  return readThreadFilters((name) => params.get(name));
}

test("an address without filters asks for conversations, and not for what the service asked models itself", () => {
  expect(isFiltered(filtersOf("sort=turn_count&cols=thread_id"))).toBe(false);
  expect(threadFilterOf(filtersOf(""), NOW)).toEqual({ isTraffic: true });
});

test("all threads, or own runs alone, are a choice that the address keeps; an id is looked for in all of them", () => {
  for (const [chosen, filter] of [
    ["1", { isTraffic: true }],
    ["0", { isTraffic: false }],
    [null, {}],
  ] as const) {
    const filters = filtersOf(`traffic=${writeTraffic(chosen)}`);
    expect(threadFilterOf(filters, NOW)).toEqual(filter);
    expect(isFiltered(filters)).toBe(chosen !== "1");
  }
  expect(threadFilterOf(filtersOf("ids=eval"), NOW)).toEqual({ search: "eval" });
  expect(threadFilterOf(filtersOf("ids=a&traffic=1"), NOW)).toEqual({ search: "a", isTraffic: true });
});

test("clearing takes every filter that an address can name out of it", () => {
  const names = new Set<string>();
  readThreadFilters((name) => {
    names.add(name);
    return null;
  });
  expect(Object.keys(NO_FILTERS).sort()).toEqual([...names].sort());
});

test("each filter of an address reaches the request", () => {
  const filters = filtersOf(
    "since=24h&ids=SUP&turns=2..10&p50=..1999.5&errors=1&queue=none&feedback=0&traffic=1",
  );
  expect(isFiltered(filters)).toBe(true);
  expect(threadFilterOf(filters, NOW)).toEqual({
    afterDatetime: "2026-01-01T00:00:00.000Z",
    search: "SUP",
    minTurns: 2,
    maxTurns: 10,
    maxP50TurnDurationMs: 1999.5,
    hasErrors: true,
    inQueue: false,
    hasFeedback: false,
    isTraffic: true,
  });
  expect(threadFilterOf(filtersOf("queue=any"), NOW)).toEqual({ inQueue: true, isTraffic: true });
  expect(threadFilterOf(filtersOf("queue=0199"), NOW)).toEqual({ queueId: "0199", isTraffic: true });
});

test("one word is a part of an id, and several are whole ids", () => {
  expect(threadFilterOf(filtersOf("ids=a"), NOW)).toEqual({ search: "a" });
  expect(threadFilterOf(filtersOf("ids=a%2C+b"), NOW)).toEqual({ threadIds: ["a", "b"] });
  expect(threadFilterOf(filtersOf("ids=a%2C"), NOW)).toEqual({ threadIds: ["a"] });
});

test("ranges survive the address, and an invalid one counts as absent", () => {
  for (const range of [
    { min: 2, max: 10 },
    { min: null, max: 0.5 },
    { min: 0, max: null },
  ])
    expect(readRange(writeRange(range))).toEqual(range);
  expect(writeRange({ min: null, max: null })).toBeNull();
  for (const text of ["", "5", "a..b", "-1..2", "1...2", "1..2..3"])
    expect(readRange(text), text).toEqual({ min: null, max: null });
  expect(threadFilterOf(filtersOf("turns=1..99999999999"), NOW)).toEqual({
    minTurns: 1,
    maxTurns: 2_147_483_647,
    isTraffic: true,
  });
});
