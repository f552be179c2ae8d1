import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLostCallbacks } from "./lost-callbacks.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), "spindle-callbacks-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test("a toast in a callback of one mutation is reported with its place; what only concerns the component is not", () => {
  const folder = path.join(root, "components/room");
  fs.mkdirSync(folder, { recursive: true });
  const bad = "a();\nsave.mutate({ id, at: (x, y) }, {\n  onSuccess: () => toast({ title }),\n});\n";
  fs.writeFileSync(path.join(folder, "bad.tsx"), bad);
  const good =
    "save.mutate(toast(id));\nsave.mutate(id, { onSuccess: onClose });\ntoast({ title });\ncarryOut(save, id, { onSuccess: () => toast({ title }) });\n";
  fs.writeFileSync(path.join(folder, "good.tsx"), good);
  expect(findLostCallbacks(root).map((fault) => fault.split(" ")[0])).toEqual(["components/room/bad.tsx:2"]);
});
