import { expect, test } from "vitest";
import { type Database, openDatabase } from "#lib/db/database.ts";
import { credentialsOf, expectStatus } from "./ask.ts";
import { newPlace, type Subject } from "./subject.ts";

/** What callers see while the database is away, or when the service itself has a bug. */
export function faultGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  test("a database that does not answer is a 503, and the next request works again", async () => {
    const place = await newPlace(subject);
    const question = { input: place.input, headers: credentialsOf(api, endpoint, place.caller) };
    const away = openDatabase("postgresql://nobody@127.0.0.1:1/nothing");
    try {
      await api.withDatabase(away, async () => {
        const answer = await expectStatus(subject, 503, question);
        expect(answer.headers.get("retry-after")).toBe("1");
      });
    } finally {
      await away.close();
    }
    await expectStatus(subject, 200, question);
  });

  test("a bug is a 500 that tells nothing", async () => {
    const place = await newPlace(subject);
    await api.withDatabase(brokenDatabase(api.db), async () => {
      const answer = await expectStatus(subject, 500, {
        input: place.input,
        headers: credentialsOf(api, endpoint, place.caller),
      });
      expect(JSON.parse(answer.text)).toEqual({
        detail: "Internal Server Error",
        ...(endpoint.group === "project" ? { reason: "Internal Server Error" } : {}),
      });
    });
  });
}

/** A database whose every use fails as a bug of ours would. */
function brokenDatabase(real: Database): Database {
  const fail = () => Promise.reject(new Error("secret canary"));
  const table = new Proxy({}, { get: () => fail });
  return {
    ...real,
    query: fail,
    stream: fail,
    transaction: fail,
    // Stands for the client: each table has every method, and each method fails.
    prisma: new Proxy({}, { get: () => table }) as Database["prisma"],
  };
}
