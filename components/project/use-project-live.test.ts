import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveTopic } from "#lib/contract/traces/live.ts";
import { listenToProject } from "./use-project-live.ts";

const sources: StubSource[] = [];

class StubSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;

  constructor() {
    super();
    sources.push(this);
  }

  close(): void {
    this.readyState = StubSource.CLOSED;
  }

  change(topic: LiveTopic): void {
    const data = JSON.stringify({ topic, at: new Date().toISOString() });
    this.dispatchEvent(new MessageEvent("change", { data, lastEventId: "mark" }));
  }
}

let sinceOpenedMs: number;

beforeEach(() => {
  sinceOpenedMs = 0;
  vi.stubGlobal("EventSource", StubSource);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.spyOn(performance, "now").mockImplementation(() => sinceOpenedMs);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function listen(project: string, topics: readonly LiveTopic[]) {
  const heard: LiveTopic[] = [];
  const stop = listenToProject(
    { entity: "acme", project },
    { topics, onChange: (one) => heard.push(one) },
    "mark",
  );
  return { heard, stop };
}

test("a part of a page that comes to life after a change hears of it, and of nothing that it does not listen for", async () => {
  const first = listen("late", ["models"]);
  sources.at(-1)?.change("calls");
  expect(first.heard).toEqual([]);
  const late = listen("late", ["calls", "models"]);
  const other = listen("late", ["datasets"]);
  await Promise.resolve();
  expect(late.heard).toEqual(["calls"]);
  expect(other.heard).toEqual([]);
  sources.at(-1)?.change("calls");
  expect(late.heard).toEqual(["calls", "calls"]);
  for (const { stop } of [first, late, other]) stop();
});

test("what is opened later has read its data itself, and hears of nothing from before", async () => {
  const first = listen("opened", ["calls"]);
  sources.at(-1)?.change("calls");
  sinceOpenedMs = 60_000;
  const opened = listen("opened", ["calls"]);
  await Promise.resolve();
  expect(opened.heard).toEqual([]);
  for (const { stop } of [first, opened]) stop();
});

test("a part that is gone by then hears of nothing", async () => {
  const first = listen("gone", ["models"]);
  sources.at(-1)?.change("calls");
  const gone = listen("gone", ["calls"]);
  gone.stop();
  await Promise.resolve();
  expect(gone.heard).toEqual([]);
  first.stop();
});
