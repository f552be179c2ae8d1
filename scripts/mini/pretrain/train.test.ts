import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Encode, openEncoder } from "../encode.ts";
import { writeTextFiles } from "../model/text-files.ts";
import { train } from "./train.ts";

describe("the pretraining of spindle-mini", () => {
  let folder: string;
  let encode: Encode;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "spindle-mini-"));
    await writeTextFiles(folder);
    encode = await openEncoder(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("ends at the same weights, interrupted or not, with one thread or two", {
    tags: ["long"],
  }, async () => {
    const straight = await weightsAfter("straight", { steps: 2, threads: 1 });
    await weightsAfter("interrupted", { steps: 1, threads: 2 });
    const resumed = await weightsAfter("interrupted", { steps: 2, threads: 2 });

    expect(Buffer.compare(resumed, straight)).toBe(0);
  });

  // Resumes what the test before has left.
  test("logs where it resumes", { tags: ["long"] }, async () => {
    const lines: string[] = [];
    const trainer = await train({
      ...runOf("interrupted"),
      steps: 2,
      threads: 1,
      log: (line) => lines.push(line),
    });
    await trainer.close();

    expect(lines).toEqual(["resumes after step 2"]);
  });

  async function weightsAfter(
    run: string,
    { steps, threads }: { steps: number; threads: number },
  ): Promise<Buffer> {
    const trainer = await train({ ...runOf(run), steps, threads, log: () => undefined });
    const weights = [...trainer.parameters().values()].map(({ data }) =>
      Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    );
    await trainer.close();
    return Buffer.concat(weights);
  }

  function runOf(name: string) {
    return { runFolder: join(folder, name), encode };
  }
});
