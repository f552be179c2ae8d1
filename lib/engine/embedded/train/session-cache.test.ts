import { expect, test } from "vitest";
import { Graph } from "../graph/graph.ts";
import { leaseSession } from "./session-cache.ts";

test("the same key and thread count share one session, which outlives its users until others need the room", async () => {
  let built = 0;
  const lease = (key: string, threads = 1) => leaseSession(key, () => negation(() => built++), threads);
  const first = lease("shared");
  expect(built).toBe(0);
  const shared = await first.session();
  expect(await lease("shared").session()).toBe(shared);
  expect(await lease("shared", 2).session()).not.toBe(shared);
  expect(built).toBe(2);

  const idle = lease("idle");
  const kept = await idle.session();
  await idle.release();
  await idle.release();
  expect(await lease("idle").session()).toBe(kept);
  expect(built).toBe(3);

  const brief = lease("brief");
  const dropped = await brief.session();
  await brief.release();
  for (let i = 0; i < 20; i++) {
    const other = lease(`other ${i}`);
    await other.session();
    await other.release();
  }
  expect(await lease("brief").session()).not.toBe(dropped);
  expect(await lease("shared").session()).toBe(shared);
});

test("a graph that cannot be made ready is an error for each who asks, and is tried again", async () => {
  let built = 0;
  const broken = () => {
    built += 1;
    const graph = new Graph();
    graph.output(graph.op("NoSuchOperator", []), "y", "float32", [1]);
    return graph;
  };
  await expect(leaseSession("broken", broken, 1).session()).rejects.toThrow("NoSuchOperator");
  await expect(leaseSession("broken", broken, 1).session()).rejects.toThrow("NoSuchOperator");
  expect(built).toBe(2);
});

function negation(count: () => void): Graph {
  count();
  const graph = new Graph();
  const x = graph.input("x", "float32", [1]);
  graph.output(graph.op("Neg", [x]), "y", "float32", [1]);
  return graph;
}
