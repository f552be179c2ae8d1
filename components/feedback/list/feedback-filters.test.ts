import { expect, test } from "vitest";
import { call } from "#lib/client/call.ts";
import { createFeedbackBatch, queryFeedback } from "#lib/contract/traces/feedback.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { feedbackSelection, isFiltered, NO_FILTERS, readFeedbackFilters } from "./feedback-filters.ts";

const api = startHarness();
const NOW = new Date();

test("clearing takes every filter that an address can name out of it", () => {
  const names = new Set<string>();
  readFeedbackFilters((name) => {
    names.add(name);
    return null;
  });
  expect(Object.keys(NO_FILTERS).sort()).toEqual([...names].sort());
});

test("each filter of the page's address keeps the feedback that it names", async () => {
  const project = await api.aProject();
  const [ana, ben] = [await api.aCaller(project, "engineer"), await api.aCaller(project, "engineer")];
  const item = (id: string, feedbackType: string, payload: Record<string, unknown>) => ({
    projectId: project.path,
    weaveRef: `weave:///${project.path}/call/one`,
    id,
    feedbackType,
    payload,
  });
  const send = (caller: typeof ana, batch: ReturnType<typeof item>[]) =>
    call(createFeedbackBatch, { batch }, { baseUrl: api.url, headers: caller.headers });
  await send(ana, [
    item("note", "wandb.note.1", { note: "Refund promised" }),
    item("like", "wandb.reaction.1", { emoji: "👍" }),
  ]);
  await send(ben, [item("own", "latency.check", { ms: 812 })]);
  const idsFor = async (address: string) => {
    const params = new URLSearchParams(address);
    const filters = readFeedbackFilters((name) => params.get(name) || null);
    const query = feedbackSelection(filters, { now: NOW, userId: ana.userId });
    const asked = { projectId: project.path, ...(query ? { query } : {}) };
    const { result } = await call(queryFeedback, asked, { baseUrl: api.url, headers: ana.headers });
    return result.map((row) => (row as { id: string }).id).sort();
  };
  expect(await idsFor("")).toEqual(["like", "note", "own"]);
  expect(await idsFor("kind=note")).toEqual(["note"]);
  expect(await idsFor("kind=reaction")).toEqual(["like"]);
  expect(await idsFor("q=refund")).toEqual(["note"]);
  expect(await idsFor("name=latency")).toEqual(["own"]);
  expect(await idsFor("mine=1")).toEqual(["like", "note"]);
  expect(await idsFor("before=2020-01-01T00:00:00Z")).toEqual([]);
  expect(await idsFor("after=2020-01-01T00:00:00Z")).toEqual(["like", "note", "own"]);
  expect(await idsFor("kind=nonsense")).toEqual(["like", "note", "own"]);
});

test("an address without filters is not filtered, and one with any is", () => {
  const read = (address: string) => readFeedbackFilters((name) => new URLSearchParams(address).get(name));
  expect(isFiltered(read("sort=created_at&open=x"))).toBe(false);
  for (const address of ["kind=note", "q=a", "name=a", "mine=1", "queue=q", "since=1h"])
    expect(isFiltered(read(address)), address).toBe(true);
});
