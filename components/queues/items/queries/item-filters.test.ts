import { expect, test } from "vitest";
import { isFilteredBy, itemFilterOf, itemSortOf, readItemFilters, readItemSort } from "./item-filters.ts";

const read = (search: string) => {
  const params = new URLSearchParams(search);
  return readItemFilters((name) => params.get(name) || null);
};

test("An address says which items are shown, and the service is asked for just those", () => {
  const filters = read("state=completed&open=0&flagged=1&by=u1&priority=-2&call=c1");
  expect(itemFilterOf(filters)).toEqual({
    annotationStates: ["completed"],
    isOpen: false,
    isFlagged: true,
    annotatorUserId: "u1",
    minPriority: -2,
    callId: "c1",
  });
  expect(isFilteredBy(filters)).toBe(true);
});

test("An address that says nothing, or nonsense, filters nothing", () => {
  for (const search of ["", "state=done&open=yes&priority=much&flagged=2", "priority="]) {
    expect(itemFilterOf(read(search))).toEqual({});
    expect(isFilteredBy(read(search))).toBe(false);
  }
});

test("Priority 0 is a bound like any other", () => {
  expect(itemFilterOf(read("priority=0"))).toEqual({ minPriority: 0 });
});

test("Only fields that the service sorts by are asked for", () => {
  expect(itemSortOf(readItemSort("priority", "desc"))).toEqual([{ field: "priority", direction: "desc" }]);
  expect(itemSortOf(readItemSort("callId", "desc"))).toEqual([]);
  expect(itemSortOf(null)).toEqual([]);
});
