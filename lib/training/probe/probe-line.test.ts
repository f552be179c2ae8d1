import { expect, test } from "vitest";
import { RateLimited } from "#lib/platform/errors.ts";
import { ProbeLine } from "./probe-line.ts";

const never = new AbortController().signal;

/** Someone in a line: what they heard of their place, and how to leave. */
function entered(line: ProbeLine, project: string, signal = never) {
  const { places, leave } = line.enter(project, signal);
  const heard: number[] = [];
  const turn = (async () => {
    for await (const place of places()) heard.push(place);
    heard.push(0);
  })();
  turn.catch(() => undefined);
  return { heard, leave, turn };
}

test("one probe has its turn at once, the next ones hear their place and move up", async () => {
  const line = new ProbeLine();
  const [first, second, third] = [entered(line, "a"), entered(line, "a"), entered(line, "a")];
  await first.turn;
  await expect.poll(() => [second.heard, third.heard]).toEqual([[1], [2]]);
  first.leave();
  await second.turn;
  await expect.poll(() => third.heard).toEqual([2, 1]);
  second.leave();
  await third.turn;
  expect([first.heard, second.heard, third.heard]).toEqual([[0], [1, 0], [2, 1, 0]]);
});

test("within a project the first one comes first, however many wait", async () => {
  const line = new ProbeLine();
  const all = Array.from({ length: 4 }, () => entered(line, "a"));
  for (const one of all) {
    await one.turn;
    one.leave();
  }
  expect(all.map(({ heard }) => heard)).toEqual([[0], [1, 0], [2, 1, 0], [3, 2, 1, 0]]);
});

test("projects have turns, whatever one of them asks for", async () => {
  const line = new ProbeLine();
  const order: string[] = [];
  const all = ["a", "a", "a", "b", "c"].map((project) => ({ project, ...entered(line, project) }));
  await expect.poll(() => all.map(({ heard }) => heard.at(-1))).toEqual([0, 1, 4, 2, 3]);
  const left = new Set<object>();
  while (left.size < all.length) {
    await expect.poll(() => all.some((one) => !left.has(one) && one.heard.at(-1) === 0)).toBe(true);
    const current = all.find((one) => !left.has(one) && one.heard.at(-1) === 0);
    if (!current) break;
    order.push(current.project);
    left.add(current);
    current.leave();
  }
  expect(order).toEqual(["a", "a", "b", "c", "a"]);
});

test("who leaves the line is passed over, and who leaves twice takes nobody's turn", async () => {
  const line = new ProbeLine();
  const gone = new AbortController();
  const [first, second, third] = [entered(line, "a"), entered(line, "a", gone.signal), entered(line, "b")];
  await first.turn;
  gone.abort(new Error("gone"));
  await expect(second.turn).rejects.toThrow("gone");
  second.leave();
  first.leave();
  await third.turn;
  first.leave();
  const fourth = entered(line, "a");
  await expect.poll(() => fourth.heard).toEqual([1]);
});

test("who has left before they enter, or before they ask for their place, holds none", async () => {
  const line = new ProbeLine();
  for (let at = 0; at < 10; at++)
    expect(() => line.enter("a", AbortSignal.abort(new Error("gone")))).toThrow("gone");
  for (let at = 0; at < 10; at++) {
    const gone = new AbortController();
    line.enter("a", gone.signal);
    gone.abort();
  }
  const next = entered(line, "a");
  await next.turn;
  expect(next.heard).toEqual([0]);
});

test("a project has four places, and all together have thirty-two", () => {
  const line = new ProbeLine();
  const places = Array.from({ length: 4 }, () => line.enter("a", never));
  expect(() => line.enter("a", never)).toThrow(RateLimited);
  expect(() => line.enter("a", never)).toThrow("4 probes of this project run or wait already");
  places[0]?.leave();
  expect(() => line.enter("a", never)).not.toThrow();
  for (let at = 4; at < 32; at++) line.enter(`project ${at}`, never);
  expect(() => line.enter("another", never)).toThrow("32 probes run or wait already");
});
