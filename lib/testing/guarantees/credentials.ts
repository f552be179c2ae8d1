import { expect, test } from "vitest";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import {
  CLIENT_ADDRESS_HEADER,
  countKeyFailure,
  FAILURES_PER_MINUTE,
} from "#lib/edge/session/key-failures.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness } from "../harness.ts";
import { type Answer, bearerHeaders, expectStatus, keyHeaders, takesKeys } from "./ask.ts";
import { aPlace, type Prepared, type Subject } from "./subject.ts";

/** Whatever is wrong with a credential, the answer is the same 401. */
export function credentialGuarantees(subject: Subject): void {
  const { endpoint } = subject;
  test("a request without a good credential is answered with one and the same 401", async () => {
    const place = await aPlace(subject);
    const answers: Answer[] = [];
    for (const headers of await badCredentials(subject, place))
      answers.push(await expectStatus(subject, 401, { input: place.input, headers }));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    const challenge = endpoint.auth.includes("bearer") ? /^Bearer/ : /^(Basic realm="api"|Session)$/;
    for (const { headers } of answers) expect(headers.get("www-authenticate")).toMatch(challenge);
  });

  if (takesKeys(endpoint))
    test("wrong keys from one address are slowed down", async () => {
      const { input } = await aPlace(subject);
      const address = { [CLIENT_ADDRESS_HEADER]: newId() };
      // As any request counts its own: how many there may be is tested where they are counted.
      const elsewhere = new Request("http://elsewhere.example", { headers: address });
      for (let sent = 0; sent < FAILURES_PER_MINUTE - 1; sent++) await countKeyFailure(elsewhere);
      const headers = { ...keyHeaders(endpoint, basic(mintApiKey().key)), ...address };
      await expectStatus(subject, 401, { input, headers });
      const answer = await expectStatus(subject, 429, { input, headers });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    });

  if (endpoint.auth.includes("session"))
    test("a session works on our own pages only", async () => {
      const place = await aPlace(subject);
      const own = subject.api.sessionHeaders(place.caller);
      const elsewhere: Record<string, string>[] = [
        { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://elsewhere.example" },
      ];
      for (const foreign of elsewhere)
        await expectStatus(subject, 403, {
          input: place.input,
          headers: { cookie: place.caller.cookie, ...foreign },
        });
      await expectStatus(subject, 200, { input: place.input, headers: own });
    });

  if (endpoint.auth.includes("session") && endpoint.input.body)
    test("a session's request must say that it is JSON", async () => {
      const place = await aPlace(subject);
      const headers = subject.api.sessionHeaders(place.caller);
      await expectStatus(subject, 415, { input: place.input, headers, contentType: null });
    });
}

async function badCredentials(
  subject: Subject,
  { caller, project }: Prepared,
): Promise<Record<string, string>[]> {
  const { api, endpoint } = subject;
  const disabled = await api.aCaller(project, "admin");
  await api.db.prisma.user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
  const bad: Record<string, string>[] = [
    {},
    { authorization: "Digest username=admin" },
    { authorization: "Basic" },
    { authorization: "Basic %%%" },
    { authorization: `Basic ${Buffer.from("no colon").toString("base64")}` },
    basic(mintApiKey().key),
    { authorization: `Bearer ${mintApiKey().key}` },
    { authorization: "Bearer local-short" },
    { ...api.sessionHeaders(caller), cookie: "spindle-session=forged" },
    ...wrongSchemes(api, endpoint.auth, caller),
  ];
  if (takesKeys(endpoint))
    for (const headers of [disabled.headers, await revokedKey(api, caller), await expiredKey(api, caller)])
      bad.push(keyHeaders(endpoint, headers));
  if (endpoint.auth.includes("session")) bad.push(api.sessionHeaders(disabled));
  return bad;
}

/** Good credentials of the schemes that the endpoint does not take. */
function wrongSchemes(api: Harness, auth: readonly string[], caller: Caller): Record<string, string>[] {
  const wrong: Record<string, string>[] = [];
  if (!auth.includes("basic")) wrong.push(caller.headers);
  if (!auth.includes("bearer")) wrong.push(bearerHeaders(caller.headers));
  if (!auth.includes("session")) wrong.push(api.sessionHeaders(caller));
  return wrong;
}

function basic(key: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}

async function revokedKey(api: Harness, caller: Caller): Promise<Record<string, string>> {
  return changedKey(api, caller, { revokedAt: new Date() });
}

async function expiredKey(api: Harness, caller: Caller): Promise<Record<string, string>> {
  return changedKey(api, caller, { expiresAt: new Date(Date.now() - 1000) });
}

async function changedKey(
  api: Harness,
  { userId }: Caller,
  data: { revokedAt: Date } | { expiresAt: Date },
): Promise<Record<string, string>> {
  const headers = await api.aKey(userId);
  const newest = await api.db.prisma.apiKey.findFirstOrThrow({ where: { userId }, orderBy: { id: "desc" } });
  await api.db.prisma.apiKey.update({ where: { id: newest.id }, data });
  return headers;
}
