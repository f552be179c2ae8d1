import { describe, expect, test } from "vitest";
import { getMe } from "#lib/contract/access/accounts.ts";
import { listInvitations } from "#lib/contract/access/members.ts";
import { issueSessionToken } from "#lib/testing/data/session-token.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { challengeOf } from "./authenticate.ts";

const api = startHarness();

function me(headers: Record<string, string>): Promise<Response> {
  return api.send(null, { method: "GET", path: getMe.path, headers });
}

function keyOf(caller: Caller): string {
  return Buffer.from(caller.headers.authorization?.split(" ")[1] ?? "", "base64")
    .toString()
    .slice("api:".length);
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

const HOSTILE = [
  "' or '1'='1",
  "'; drop table api_key; --",
  '" or ""="',
  "%' or public_id like '%",
  "$1",
  '{"$gt":""}',
  "local-%_%",
  `local-${"'".repeat(40)}`,
  "\\",
  "../../etc/passwd",
  "{{7*7}}",
  "a".repeat(8000),
];

describe("hostile text in a credential is a wrong credential and nothing more", () => {
  test.each(HOSTILE.flatMap((text) => [`Bearer ${text}`, basic(`api:${text}`), basic(`${text}:x`), text]))(
    "%s",
    async (authorization) => {
      const response = await me({ authorization });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ detail: "Not authenticated" });
    },
  );

  test("a NUL in the password of Basic is not a fault of the database", async () => {
    expect((await me({ authorization: basic("api:\u0000local") })).status).toBe(401);
  });
});

describe("a credential counts only in its own place", () => {
  test("a session token is not a key, and a key is not a session", async () => {
    const caller = await api.aCaller(await api.aProject());
    const token = await issueSessionToken({ id: caller.userId, sessionVersion: 0 });
    expect((await me({ authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await me({ authorization: basic(`api:${token}`) })).status).toBe(401);
    const page = api.sessionHeaders(caller);
    expect((await me({ ...page, cookie: `spindle-session=${keyOf(caller)}` })).status).toBe(401);
    expect((await me({ ...page, cookie: `spindle-session=${token}` })).status).toBe(200);
  });

  test("where only a session is taken, the answer to a key says so, whatever it is worth", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "admin");
    const path = listInvitations.path.replace("{entity}/{project}", project.path);
    for (const headers of [caller.headers, { authorization: "Bearer local-wrong" }, {}]) {
      const response = await api.send(null, { method: "GET", path, headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        detail:
          "Not authenticated; this endpoint takes the session of a browser that has signed in, and no API key",
      });
    }
  });

  test("a wrong key is not helped by a good session beside it", async () => {
    const caller = await api.aCaller(await api.aProject());
    const headers = { ...api.sessionHeaders(caller), authorization: "Bearer local-wrong" };
    expect((await me(headers)).status).toBe(401);
  });

  test("an account's password does not work over Basic", async () => {
    const caller = await api.aCaller(await api.aProject());
    expect((await me({ authorization: basic(`${caller.email}:no password`) })).status).toBe(401);
  });

  test.each(["%", "%zz", "a.b.c", "", "=", "e30.e30.e30.e30.e30", "%E0%A4%A"])(
    "the unreadable session '%s' is none",
    async (value) => {
      const caller = await api.aCaller();
      const headers = { ...api.sessionHeaders(caller), cookie: `spindle-session=${value}` };
      expect((await me(headers)).status).toBe(401);
    },
  );

  test("the name of a scheme may be written in any case", async () => {
    const caller = await api.aCaller(await api.aProject());
    expect((await me({ authorization: `bEARER ${keyOf(caller)}` })).status).toBe(200);
    expect(
      (
        await me({
          authorization: basic(`x:${keyOf(caller)}`)
            .toUpperCase()
            .slice(0, 5),
        })
      ).status,
    ).toBe(401);
  });
});

describe("a session", () => {
  test("of an older version, or of nobody, is none", async () => {
    const caller = await api.aCaller();
    const page = api.sessionHeaders(caller);
    for (const user of [
      { id: caller.userId, sessionVersion: 1 },
      { id: "nobody", sessionVersion: 0 },
    ]) {
      const cookie = `spindle-session=${await issueSessionToken(user)}`;
      expect((await me({ ...page, cookie })).status).toBe(401);
    }
  });
});

describe("the challenge of a 401", () => {
  const program = new Headers();
  const page = new Headers({ "sec-fetch-site": "same-origin" });
  test.each([
    [["basic", "bearer", "session"], program, 'Bearer, Basic realm="api"'],
    [["bearer"], program, "Bearer"],
    [["basic"], program, 'Basic realm="api"'],
    [["basic", "session"], program, 'Basic realm="api"'],
    [["session"], program, "Session"],
  ] as const)("for %j names what a program can send", (schemes, headers, challenge) => {
    expect(challengeOf(schemes, headers)).toBe(challenge);
  });

  test("never makes the browser cover a page of ours with its own password window", () => {
    expect(challengeOf(["basic", "bearer", "session"], page)).toBe("Bearer");
    expect(challengeOf(["basic", "session"], page)).toBe("Session");
  });

  test("travels with the answer", async () => {
    expect((await me({})).headers.get("www-authenticate")).toBe('Bearer, Basic realm="api"');
    expect((await me({ "sec-fetch-site": "same-origin" })).headers.get("www-authenticate")).toBe("Bearer");
  });
});
