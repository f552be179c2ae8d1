import { expect, test } from "vitest";
import type { LineageNode } from "#lib/contract/models/models.ts";
import { lineageLayout } from "./lineage-layout.ts";

const node = (id: string, kind: LineageNode["kind"]): LineageNode => ({
  id,
  kind,
  name: "",
  step: null,
  jobKind: null,
  state: null,
  sha256: null,
  rows: null,
  datasetId: null,
  aliases: [],
  isDeleted: false,
  createdAt: null,
});

const edge = (path: string) => {
  const [fromId = "", toId = ""] = path.split(">");
  return { fromId, toId };
};

const placesOf = (layout: ReturnType<typeof lineageLayout>) =>
  Object.fromEntries(layout.nodes.map(({ id, column, lane }) => [id, [column, lane]]));

test("checkpoints and jobs stand in one line, and data below what was there when they came in", () => {
  const layout = lineageLayout({
    nodes: [
      node("base", "base"),
      node("c0", "checkpoint"),
      node("rows", "data"),
      node("j1", "job"),
      node("c1", "checkpoint"),
      node("j2", "job"),
      node("c2", "checkpoint"),
    ],
    edges: ["base>c0", "rows>j1", "c0>j1", "j1>c1", "rows>j2", "c1>j2", "j2>c2"].map(edge),
  });
  expect(placesOf(layout)).toEqual({
    base: [0, 0],
    c0: [1, 0],
    rows: [1, 1],
    j1: [2, 0],
    c1: [3, 0],
    j2: [4, 0],
    c2: [5, 0],
  });
  expect(layout).toMatchObject({ columns: 6, lanes: 2 });
  expect(layout.nodes.find(({ id }) => id === "j2")?.fromIds).toEqual(["rows", "c1"]);
});

test("a job without a checkpoint is placed below the one that led on", () => {
  const { nodes } = lineageLayout({
    nodes: [node("c0", "checkpoint"), node("failed", "job"), node("good", "job"), node("c1", "checkpoint")],
    edges: ["c0>failed", "c0>good", "good>c1"].map(edge),
  });
  const lanes = Object.fromEntries(nodes.map(({ id, lane }) => [id, lane]));
  expect(lanes).toEqual({ c0: 0, good: 0, failed: 1, c1: 0 });
});

test("no two nodes share a place, however many jobs began with the same checkpoint", () => {
  const jobs = Array.from({ length: 7 }, (_, n) => `j${n}`);
  const { nodes } = lineageLayout({
    nodes: [
      node("c0", "checkpoint"),
      ...jobs.flatMap((job) => [node(`data-${job}`, "data"), node(job, "job")]),
    ],
    edges: jobs.flatMap((job) => [edge(`c0>${job}`), edge(`data-${job}>${job}`)]),
  });
  const places = new Set(nodes.map(({ column, lane }) => `${column} ${lane}`));
  expect(places.size).toBe(nodes.length);
  for (const { column, fromIds } of nodes)
    for (const from of fromIds) expect(nodes.find(({ id }) => id === from)?.column).toBeLessThan(column);
});
