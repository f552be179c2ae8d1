import { expect, test } from "vitest";
import { credentialName } from "./credential-name.ts";

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

test("a key is the same credential in every form in which it may come, and another key is another", () => {
  const forms = [
    "Bearer k1",
    "bearer  k1",
    basic("api:k1"),
    basic("anybody:k1"),
    basic(":k1").replace("B", "b"),
  ];
  const names = new Set(forms.map((authorization) => credentialName({ authorization })));
  expect(names.size).toBe(1);
  expect(names.has(credentialName({ authorization: "Bearer k2" }))).toBe(false);
  expect([...names].join()).not.toContain("k1");
});

test("a key counts before a session, and a session beside whatever other cookies", () => {
  const session = credentialName({ cookie: "spindle-session=s1" });
  expect(credentialName({ cookie: "a=b; spindle-session=s1; c=d; spindle-session=s2" })).toBe(session);
  expect(credentialName({ cookie: "spindle-session=s2" })).not.toBe(session);
  expect(credentialName({ cookie: "spindle-session=s1", authorization: "Bearer k1" })).toBe(
    credentialName({ authorization: "Bearer k1" }),
  );
});

test("a header that holds no key is a credential of its own, and none is none", () => {
  expect(credentialName({ authorization: "Digest x" })).not.toBeNull();
  expect(credentialName({ cookie: "other=1" })).toBeNull();
  expect(credentialName({})).toBeNull();
});
