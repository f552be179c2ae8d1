import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeSection } from "./write-section.ts";

test("a section takes the place of its older self and leaves what stands around it", () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-section-"));
  const file = path.join(folder, "benchmarks.md");
  fs.writeFileSync(file, "# Benchmarks\n\nA table.\n\n## Engine\n\nold\n\n## Engines of others\n\nkept\n");

  writeSection("Engine", ["new"], file);
  writeSection("Examples", ["added"], file);

  expect(fs.readFileSync(file, "utf8")).toBe(
    "# Benchmarks\n\nA table.\n\n## Engine\n\nnew\n\n## Engines of others\n\nkept\n\n## Examples\n\nadded\n",
  );
  fs.rmSync(folder, { recursive: true });
});
