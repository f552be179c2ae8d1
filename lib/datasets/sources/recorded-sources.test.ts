import { expect, test } from "vitest";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { recordCalls } from "#lib/testing/data/call-data.ts";
import { aDataset, aTalk, aVersion } from "#lib/testing/data/dataset-data.ts";
import {
  aNote,
  anAnnotationSpec,
  aReviewer,
  type Reviewer,
  storedIds,
} from "#lib/testing/data/feedback-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** Calls with conversations, and two people who say something of them outside of any queue. */
async function aPlace(talks: Record<string, unknown>[]) {
  const place = await aReviewer(api);
  const other = await api.aCaller(place.project);
  const calls = await recordCalls(api, place, talks);
  const say = (caller: Caller, call: number, type: string, payload: object, more: object = {}) => {
    const weave_ref = `weave:///${place.project.path}/call/${calls[call]}`;
    return storedIds(api, caller, [
      aNote(place.project, { weave_ref, feedback_type: type, payload, ...more }),
    ]);
  };
  const react = (caller: Caller, call: number, emoji: string) =>
    say(caller, call, "wandb.reaction.1", { emoji });
  return { ...place, other, calls, say, react };
}

async function built(place: Reviewer, source: object, { kind = "sft" as const, more = {} }: Built = {}) {
  const { id: datasetId } = await aDataset(api, place, { sources: [source], ...more }, { kind });
  const { version } = await aVersion(api, place, datasetId);
  const at = { projectId: place.project.path, datasetId, version: "latest", limit: 200, offset: 0 };
  const { rows } = await api.call(place.caller, contract.queryDatasetRows, at);
  const { rejections } = await api.call(place.caller, contract.queryDatasetRejections, at);
  const { items, candidates, train, heldOut, rejected } = version.counts;
  expect([items, train + heldOut + rejected]).toEqual([candidates, candidates]);
  return {
    rows,
    read: () => api.call(place.caller, contract.queryDatasetRows, at),
    last: rows.map(({ row }) => (row.messages as { content: string }[] | undefined)?.at(-1)?.content),
    rejected: Object.fromEntries(rejections.map(({ itemId, reason }) => [itemId, reason])),
    version,
  };
}
type Built = { kind?: "sft" | "preference"; more?: object };

test("selected calls, and those of a query, become rows of their recorded answers; what has none says why", async () => {
  const place = await aPlace([
    aTalk(0),
    aTalk(1),
    { inputs: { a: 1 }, output: 2 },
    { ...aTalk(3), output: "" },
  ]);
  const [first, second, data, empty] = place.calls;
  const selected = await built(place, {
    kind: "calls",
    filter: { call_ids: [second, data, empty, first, "gone"] },
  });
  expect(selected.last).toEqual(["Answer 0", "Answer 1"]);
  expect(selected.rejected).toEqual({ [data ?? ""]: "no_conversation", [empty ?? ""]: "empty_reply" });
  expect(selected.rows[0]?.evidence).toEqual([
    { kind: "call", id: first, userId: null, isWithdrawn: false, isRetracted: false },
  ]);
  const query = {
    $expr: { $contains: { input: { $getField: "output.content" }, substr: { $literal: "Answer 1" } } },
  };
  expect((await built(place, { kind: "calls", query })).last).toEqual(["Answer 1"]);
});

test("of calls with a wanted reaction, most people's last one holds; without one, or with another, the call is rejected", async () => {
  const place = await aPlace([0, 1, 2, 3, 4].map((n) => aTalk(n)));
  const { caller, other, calls, react } = place;
  await react(caller, 0, "👍🏽");
  await react(caller, 1, "👍");
  await react(caller, 1, "👎");
  await react(caller, 2, "👍");
  await react(other, 2, "👎");
  await react(caller, 3, "🎉");
  const all = await built(place, {
    kind: "calls",
    filter: { call_ids: calls },
    feedback: { reaction: "👍" },
  });
  expect(all.last).toEqual(["Answer 0"]);
  expect(all.rejected).toEqual({
    [calls[1] ?? ""]: "not_kept",
    [calls[2] ?? ""]: "tie",
    [calls[3] ?? ""]: "no_answer",
    [calls[4] ?? ""]: "no_answer",
  });
  // As a source of feedback, only what was said makes an item.
  const said = await built(place, { kind: "feedback", use: "approved", reaction: "👍" });
  expect(said.last).toEqual(["Answer 0"]);
  expect(Object.values(said.rejected).sort()).toEqual(["not_kept", "tie"]);
});

test("ratings and corrections outside of queues are used as those of a queue, and what is purged is marked", async () => {
  const place = await aPlace([0, 1, 2].map((n) => aTalk(n)));
  const { caller, other, calls, say } = place;
  const stars = await anAnnotationSpec(api, place, {
    name: "stars",
    schema: { type: "integer", minimum: 1, maximum: 5 },
  });
  const rate = (who: Caller, call: number, value: number) =>
    say(who, call, "wandb.annotation.stars", { value }, { annotation_ref: stars });
  await rate(caller, 0, 5);
  await rate(caller, 1, 2);
  await rate(caller, 1, 4);
  await rate(other, 1, 4);
  await rate(caller, 2, 1);
  const rated = await built(place, { kind: "feedback", use: "approved", field: stars, keep_if: { gte: 4 } });
  expect(rated.last).toEqual(["Answer 0", "Answer 1"]);
  expect(rated.rejected).toEqual({ [calls[2] ?? ""]: "not_kept" });
  expect(rated.version.counts.annotators.map(({ answers }) => answers).sort()).toEqual([1, 3]);
  const asLabels = await built(place, {
    kind: "feedback",
    use: "labels",
    field: stars,
    reply_template: "{{value}} stars",
  });
  expect(asLabels.last).toEqual(["5 stars", "4 stars", "1 stars"]);

  const [id] = await say(other, 2, "spindle.correction.1", { path: "output.content", text: "Much better" });
  const corrected = await built(place, { kind: "feedback", use: "corrected" }, { kind: "preference" });
  expect(corrected.rows.map(({ row }) => [row.chosen, row.rejected])).toEqual([
    [[{ role: "assistant", content: "Much better" }], [{ role: "assistant", content: "Answer 2" }]],
  ]);
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: id ?? "" }] as [object, object] } };
  await api.send(caller, { path: "/feedback/purge", body: { project_id: place.project.path, query } });
  const after = (await corrected.read()).rows[0];
  expect(after?.row).toEqual(corrected.rows[0]?.row);
  expect(after?.evidence.filter(({ isWithdrawn }) => isWithdrawn)).toMatchObject([{ kind: "answer", id }]);
});

test("votes outside of queues become pairs whichever reply stood first, and disagreement is a tie", async () => {
  const same = (n: number, answer: string) => aTalk(n, { answer });
  const place = await aPlace([
    same(0, "a"),
    same(0, "b"),
    same(1, "c"),
    same(1, "d"),
    same(2, "e"),
    same(3, "f"),
  ]);
  const { caller, other, calls, say } = place;
  const vote = (who: Caller, first: number, second: number, verdict: string, more: object = {}) => {
    const second_ref = `weave:///${place.project.path}/call/${calls[second]}`;
    return say(who, first, PREFERENCE_TYPE, { verdict, second_ref, strength: "much" }, more);
  };
  await vote(caller, 0, 1, "first");
  await vote(caller, 0, 1, "second");
  await vote(other, 1, 0, "first");
  await vote(caller, 2, 3, "first");
  await vote(other, 2, 3, "second");
  await vote(caller, 4, 5, "first");
  const { rows, rejected } = await built(place, { kind: "votes" }, { kind: "preference" });
  expect(rows.map(({ row: { chosen, rejected: worse, margin } }) => [chosen, worse, margin])).toEqual([
    [[{ role: "assistant", content: "b" }], [{ role: "assistant", content: "a" }], 2],
  ]);
  expect(rows[0]?.evidence.map(({ kind }) => kind)).toEqual(["call", "call", "vote", "vote"]);
  const pair = (a: number, b: number) => [calls[a], calls[b]].sort().join("/");
  expect(rejected).toEqual({ [pair(2, 3)]: "tie", [pair(4, 5)]: "different_prompts" });
});

test("a thread is one row with each message once; it ends before the first turn that nobody approved", async () => {
  const user = (content: string) => ({ role: "user", content });
  const assistant = (content: string) => ({ role: "assistant", content });
  const turn = (thread: string, n: number, messages: object[], output: unknown) => ({
    id: `${thread}-${n}`,
    turn_id: `${thread}-${n}`,
    thread_id: thread,
    inputs: { messages },
    output,
  });
  const place = await aPlace([
    turn("whole", 0, [user("one")], assistant("1")),
    turn("whole", 1, [user("one"), assistant("1"), user("two")], assistant("2")),
    turn("apart", 0, [user("three")], assistant("3")),
    turn("apart", 1, [user("four")], assistant("4")),
    turn("apart", 2, [user("five")], ""),
    turn("apart", 3, [user("six")], assistant("6")),
    turn("mute", 0, [user("seven")], ""),
  ]);
  const threads = { kind: "threads", filter: { thread_ids: ["whole", "apart", "mute"] } };
  const said = ({ row }: contract.VersionRow) =>
    (row.messages as { content: string }[]).map(({ content }) => content);
  const all = await built(place, threads);
  expect(all.rows.map(said)).toEqual([
    ["three", "3", "four", "4"],
    ["one", "1", "two", "2"],
  ]);
  expect(all.rejected).toEqual({ mute: "empty_reply" });
  expect(all.rows[1]?.evidence.map(({ id }) => id)).toEqual(["whole-0", "whole-1"]);

  await place.react(place.caller, 0, "👍");
  await place.react(place.caller, 2, "👍");
  await place.react(place.caller, 3, "👎");
  const approved = await built(place, { ...threads, feedback: { reaction: "👍" } });
  expect(approved.rows.map(said)).toEqual([
    ["three", "3"],
    ["one", "1"],
  ]);
  expect(approved.rejected).toEqual({ mute: "empty_reply" });
});
