import { expect, test } from "vitest";
import { type AuditEvent, aboutWords, moveKind } from "./audit-words.ts";

const MOVED: AuditEvent = {
  ...{ id: "e", at: new Date(0), action: "checkpoint_alias.moved", outcome: "succeeded", target: "m" },
  targetName: "shop",
  details: { name: "production", step: 8, from_step: 3, kind: "moved" },
};
const withDetails = (details: AuditEvent["details"]) => ({
  ...MOVED,
  details: { ...MOVED.details, ...details },
});

test("a move of an alias says of which model, from where to where, and of which kind it was", () => {
  expect(aboutWords(MOVED)).toBe("production of shop, step 3 to step 8");
  expect(moveKind(MOVED)).toBeNull();
  expect(moveKind(withDetails({ kind: "approved" }))?.label).toBe("approved");
  expect(moveKind(withDetails({ kind: "overridden" }))?.label).toBe("gate overridden");
  expect(moveKind(withDetails({ kind: "rolled_back" }))?.label).toBe("rolled back");
});

test("events from before kinds were kept say what they can", () => {
  const { kind: _, ...before } = MOVED.details;
  const old = (more: AuditEvent["details"]) => moveKind({ ...MOVED, details: { ...before, ...more } })?.label;
  expect(old({ rolled_back: true })).toBe("rolled back");
  expect(old({ override_reason: "An outage" })).toBe("gate overridden");
  expect(old({})).toBeUndefined();
});

test("other events are about what they changed, by its name where it has one", () => {
  const other = { ...MOVED, action: "queue.deleted", details: { name: "x" } };
  expect(aboutWords(other)).toBe("shop");
  const { targetName: _, ...unnamed } = other;
  expect(aboutWords(unnamed)).toBe("m");
  const { target: __, ...nothing } = unnamed;
  expect(aboutWords(nothing)).toBe("–");
  const asked = { ...MOVED, action: "promotion.refused", details: { name: "production", step: 8 } };
  expect(aboutWords(asked)).toBe("production of shop, step 8");
});
