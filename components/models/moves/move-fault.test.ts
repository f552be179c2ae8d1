import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { moveFault } from "./move-fault.ts";

test("who may not move an alias alone reads which button asks for it, and no way of programs", () => {
  const needed = new ApiError("ask for it with POST /promotions", {
    ...{ status: 409, code: "needs_approval", problems: [], requestId: null },
  });
  expect(moveFault(needed, { name: "production", step: 8 })).toBe(
    "An admin must approve each move of production. Press “Ask for step 8…” at production under Aliases.",
  );
  expect(
    moveFault(new ApiError("It is gone", { status: 404, problems: [], requestId: null }), {
      name: "production",
      step: 8,
    }),
  ).toBe("It is gone.");
});
