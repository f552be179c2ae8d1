import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeBeside, narrowSearch, openBeside, pushSearch, replaceSearch } from "./address.ts";

const written: string[] = [];

beforeEach(() => {
  const history = { state: null as unknown, back: () => written.push("back"), pushState, replaceState };
  function note(how: string, state: unknown, url: string) {
    history.state = state;
    written.push(`${how} ${url}`);
  }
  function pushState(state: unknown, _unused: string, url: string) {
    note("push", state, url);
  }
  function replaceState(state: unknown, _unused: string, url: string) {
    note("replace", state, url);
  }
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

test("a filter is a step, and what is typed further is none of its own", () => {
  narrowSearch({ q: "fli" });
  narrowSearch({ q: "flight" }, true);
  expect(written).toEqual([
    "push /jobs/1?tab=config&x=time&q=fli",
    "replace /jobs/1?tab=config&x=time&q=flight",
  ]);
});

test("what is opened beside a list is one step, which closing takes back; what a link opened is taken out of the address", () => {
  openBeside({ call: "a" });
  openBeside({ call: "b" });
  replaceSearch({ tab: "chat" });
  closeBeside({ call: null });
  expect(written).toEqual([
    "push /jobs/1?tab=config&x=time&call=a",
    "replace /jobs/1?tab=config&x=time&call=b",
    "replace /jobs/1?tab=chat&x=time",
    "back",
  ]);
  pushSearch({ tab: "events" });
  closeBeside({ tab: null });
  expect(written.slice(4)).toEqual(["push /jobs/1?tab=events&x=time", "replace /jobs/1?x=time"]);
});

test("an address that stays is not written", () => {
  replaceSearch({ tab: "config", step: null });
  pushSearch({});
  expect(written).toEqual([]);
});
