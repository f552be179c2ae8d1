import { expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { refusalOf } from "./refusal-of.ts";

const GIB = 2 ** 30;

test("a model that does not fit is refused with the numbers, for good only where the machine is too small", () => {
  const tooLarge = new TooLittleMemory("Training this model", 8 * GIB, { limit: 4 * GIB, free: 2 * GIB });
  expect(refusalOf(tooLarge)).toEqual({
    kind: "refused",
    message: "Training this model needs about 8,192 MiB of memory, and this machine has 4,096 MiB",
    isPassing: false,
  });
  const busy = new TooLittleMemory("Training this model", 3 * GIB, { limit: 4 * GIB, free: 2 * GIB });
  expect(refusalOf(busy)).toMatchObject({
    message: "Training this model needs about 3,072 MiB of memory, and 2,048 MiB are free on this machine",
    isPassing: true,
  });
});

test("files that are missing may come back, changed ones and rows that teach nothing may not; a fault has no words", () => {
  expect(refusalOf(new MissingFiles("x of y is not on this machine"))).toMatchObject({ isPassing: true });
  const corrupt = refusalOf(new CorruptFiles("/data/checkpoints/a/x has changed"));
  expect(corrupt).toMatchObject({ isPassing: false });
  expect(corrupt?.message).not.toContain("/data");
  expect(refusalOf(new Rejected("None of the 9 rows can be trained"))).toMatchObject({ isPassing: false });
  expect(refusalOf(new Error("boom"))).toBeNull();
});
