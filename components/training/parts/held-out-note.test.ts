import { expect, test } from "vitest";
import { heldOutNote } from "./held-out-note.ts";

test("the form says how many rows call themselves held out, and how to keep them apart", () => {
  expect([0, 1, 1_200].map(heldOutNote)).toEqual([
    [],
    [
      "1 row says that it is held out, and the job learns it too. Make a dataset of the data to keep it apart.",
    ],
    [
      "1,200 rows say that they are held out, and the job learns them too. Make a dataset of the data to keep them apart.",
    ],
  ]);
});
