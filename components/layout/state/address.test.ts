import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pushSearch, replaceSearch } from "./address.ts";

const written: string[] = [];

beforeEach(() => {
  const note = (how: string) => (_state: unknown, _unused: string, url: string) =>
    written.push(`${how} ${url}`);
  const history = { replaceState: note("replace"), pushState: note("push") };
  vi.stubGlobal("window", { location: { pathname: "/jobs/1", search: "?tab=config&x=time" }, history });
});

afterEach(() => {
  vi.unstubAllGlobals();
  written.length = 0;
});

test("names are set and taken away, and the others stay", () => {
  replaceSearch({ tab: "events", x: null });
  pushSearch({ tab: "", x: "", step: "3 4" });
  pushSearch({ tab: null, x: null });
  expect(written).toEqual(["replace /jobs/1?tab=events", "push /jobs/1?step=3+4", "push /jobs/1"]);
});

test("an address that stays is not written", () => {
  replaceSearch({ tab: "config", step: null });
  pushSearch({});
  expect(written).toEqual([]);
});
