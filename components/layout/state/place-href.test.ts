import { expect, test } from "vitest";
import { placeHref } from "./place-href.ts";

const PROJECTS = [
  { entity: "acme", project: "own", role: "admin" },
  { entity: "acme", project: "theirs", role: "annotator" },
  { entity: "acme", project: "read", role: "viewer" },
] as const;

const queueIn = (project: string) =>
  placeHref({ kind: "queue", id: "q", projectId: `acme/${project}` }, PROJECTS);

test("A queue opens as the reader's role in its own project wants: at the desk for who only annotates there", () => {
  expect(queueIn("own")).toBe("/projects/acme/own/queues/q");
  expect(queueIn("theirs")).toBe("/projects/acme/theirs/queues/q/annotate");
  expect(queueIn("read")).toBe("/projects/acme/read/queues/q");
});
