import { expect, test, vi } from "vitest";
import { errorResponse } from "#lib/edge/answer/error-response.ts";
import * as errors from "./errors.ts";

test("An error keeps its meaning where its class was loaded twice, as it is by every bundle of a route", async () => {
  vi.resetModules();
  const again: typeof errors = await import("./errors.ts");
  const { UnrenderableMessage } = await import("#lib/engine/text/unrenderable-message.ts");
  expect(again.Unavailable).not.toBe(errors.Unavailable);

  const busy = new again.Unavailable("The database is busy");
  expect(errorResponse(busy, { group: "project" }, "an-id").status).toBe(503);
  expect([busy instanceof errors.Unavailable, busy instanceof errors.SpindleError]).toEqual([true, true]);
  expect([busy instanceof errors.Rejected, busy.name]).toEqual([false, "Unavailable"]);
  expect(new UnrenderableMessage("no such role") instanceof errors.Rejected).toBe(true);
  expect(new Error("plain") instanceof errors.SpindleError).toBe(false);
});

test.each(Object.entries(errors))("%s names itself", (name, kind) => {
  expect(Object.hasOwn(kind, "meaning") && kind.meaning).toBe(name);
});

test("A class without a meaning of its own is distinguished from the others as any other is", () => {
  class Special extends errors.Rejected {}
  expect(new errors.Rejected("no") instanceof Special).toBe(false);
  expect([new Special("no") instanceof Special, new Special("no") instanceof errors.Rejected]).toEqual([
    true,
    true,
  ]);
});
