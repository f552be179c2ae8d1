import { expect, test } from "vitest";
import { readSignInError, type SignInError, writeSignInError } from "./sign-in.ts";

test("each reason of a failed sign-in reads back from the address of the page", () => {
  const reasons: SignInError[] = [
    { kind: "wrong" },
    { kind: "wait", seconds: 30 },
    { kind: "expired" },
    { kind: "unavailable" },
    { kind: "provider", problem: "unreachable" },
  ];
  for (const reason of reasons) expect(readSignInError(writeSignInError(reason))).toEqual(reason);
});

test("no reason is none, and an unknown one is a wrong password", () => {
  expect(readSignInError(null)).toBe(null);
  expect(readSignInError("")).toBe(null);
  expect(readSignInError("<script>")).toEqual({ kind: "wrong" });
  expect(readSignInError("provider-<script>")).toEqual({ kind: "wrong" });
  expect(readSignInError("wait-99999999999")).toEqual({ kind: "wrong" });
});
