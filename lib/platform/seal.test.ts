import { beforeEach, expect, test } from "vitest";
import { overrideSettings } from "#lib/platform/env.ts";
import { seal, unseal } from "./seal.ts";

const SECRET = "one secret of the service, of forty bytes";
beforeEach(() => overrideSettings({ NEXTAUTH_SECRET: SECRET }));

test("a sealed secret opens for its owner, and hides what it is", () => {
  for (const secret of ["sk-canary", "", "ключ 🔑", "x".repeat(4096)]) {
    const sealed = seal(secret, "owner");
    expect(unseal(sealed, "owner")).toBe(secret);
    expect(Buffer.from(sealed).includes("sk-canary")).toBe(false);
  }
});

test("the same secret is sealed differently each time", () => {
  expect(Buffer.from(seal("a", "owner")).equals(seal("a", "owner"))).toBe(false);
});

test("it opens for no other owner, under no other secret, and not once a bit of it has changed", () => {
  const sealed = seal("sk-canary", "owner");
  expect(unseal(sealed, "another")).toBe(null);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
    expect(unseal(changed, "owner")).toBe(null);
  }
  for (const length of [0, 1, 28, sealed.length - 1])
    expect(unseal(sealed.slice(0, length), "owner")).toBe(null);
  overrideSettings({ NEXTAUTH_SECRET: `${SECRET}!` });
  expect(unseal(sealed, "owner")).toBe(null);
});
