import { expect, test } from "vitest";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import * as z from "#lib/contract/zod.ts";
import { callSelection, isFiltered, NO_FILTERS, readCallFilters } from "./call-filters.ts";

const NOW = new Date("2026-01-05T12:00:00Z");

function filtersOf(search: string) {
  const params = new URLSearchParams(search);
  return readCallFilters((name) => params.get(name) || null);
}

test("without filters every call is asked for", () => {
  expect(callSelection(filtersOf(""), NOW)).toEqual({ filter: {} });
  expect(isFiltered(filtersOf(""))).toBe(false);
});

test.each([
  "q=refund",
  "op=answer",
  "status=error",
  "since=24h",
  "after=2026-01-01T00:00:00.000Z",
  "thread=t",
  "trace=t",
  "queue=q",
  "roots=1",
])("%s narrows the list in a way that the service reads, and clearing takes it away", (search) => {
  const filters = filtersOf(search);
  expect(isFiltered(filters)).toBe(true);
  const { filter, query } = callSelection(filters, NOW);
  expect(Object.keys(filter).length + (query ? 1 : 0)).toBe(1);
  const body = z.encode(streamCalls.input.body, {
    projectId: "local/playground",
    filter,
    ...(query ? { query } : {}),
  });
  expect(z.safeDecode(streamCalls.input.body, body).success).toBe(true);
});

test("clearing takes every filter that an address can name out of it", () => {
  const names = new Set<string>();
  readCallFilters((name) => {
    names.add(name);
    return null;
  });
  expect(Object.keys(NO_FILTERS).sort()).toEqual([...names].sort());
});

test("a time that ends now begins where its length says", () => {
  const { query } = callSelection(filtersOf("since=24h"), NOW);
  expect(JSON.stringify(query)).toContain("2026-01-04T12:00:00.000Z");
});

test("what an address says wrongly restricts nothing", () => {
  expect(isFiltered(filtersOf("status=fine&since=tomorrow&after=never&roots=2"))).toBe(false);
});
