import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { openToken } from "./open-token.internal.ts";

afterEach(() => void vi.useRealTimers());

const SECRET = "a secret of this test";
const aToken = (sub: string, maxAge = 60) => encode({ token: { sub }, secret: SECRET, maxAge });

test("a token says the same however often it is opened, and is opened by its own secret alone", async () => {
  const token = await aToken("ada");
  expect(await openToken(token, SECRET)).toMatchObject({ sub: "ada" });
  expect(await openToken(token, SECRET)).toMatchObject({ sub: "ada" });
  expect(await openToken(token, "another")).toBeNull();
  expect(await openToken(token, SECRET)).toMatchObject({ sub: "ada" });
});

test("what was changed or made up is no token, before and after the right one was opened", async () => {
  const token = await aToken("ada");
  const changed = `${token.slice(0, -4)}AAAA`;
  expect(await openToken(changed, SECRET)).toBeNull();
  await openToken(token, SECRET);
  for (const forged of [changed, "", "a.b.c"]) expect(await openToken(forged, SECRET)).toBeNull();
});

test("a token that was opened before ends with its time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = await aToken("ada", 60);
  expect(await openToken(token, SECRET)).toMatchObject({ sub: "ada" });
  vi.setSystemTime(Date.now() + 59_000);
  expect(await openToken(token, SECRET)).toMatchObject({ sub: "ada" });
  // The library allows clocks 15 seconds.
  vi.setSystemTime(Date.now() + 17_000);
  expect(await openToken(token, SECRET)).toBeNull();
});

test("of more tokens than are remembered each says what is its own", async () => {
  const tokens = await Promise.all(Array.from({ length: 2_100 }, (_, n) => aToken(`person ${n}`)));
  for (let round = 0; round < 2; round++)
    for (const [n, token] of tokens.entries())
      expect(await openToken(token, SECRET)).toMatchObject({ sub: `person ${n}` });
});
