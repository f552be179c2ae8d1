import { expect, test } from "vitest";
import { type Database, openDatabase } from "#lib/platform/db/database.ts";
import { losingConnectionAt } from "#lib/testing/engines/nth-fault.ts";
import { ask, credentialsOf, expectStatus } from "./ask.ts";
import { rowsOf } from "./project-rows.ts";
import { aPlace, type Subject } from "./subject.ts";

/** What callers see while the database is away, or when the service itself has a bug. */
export function faultGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  test("a database that does not answer is a 503, and the next request works again", async () => {
    const place = await aPlace(subject);
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

  test("a bug is a 500 that reveals nothing", async () => {
    const place = await aPlace(subject);
    await api.withDatabase(brokenDatabase(api.db), async () => {
      const answer = await expectStatus(subject, 500, {
        input: place.input,
        headers: credentialsOf(api, endpoint, place.caller),
      });
      expect(JSON.parse(answer.text)).toEqual({
        detail: "Internal Server Error",
        ...(endpoint.group === "project" ? { reason: "Internal Server Error" } : {}),
        ...(endpoint.openAiErrors ? { error: expect.objectContaining({ code: "internal_error" }) } : {}),
      });
    });
  });
}

/** A change happens as a whole or not at all, whichever of its statements fails. */
export function wholenessGuarantees(subject: Subject): void {
  const { needs, streams } = subject.endpoint;
  if (needs === null || needs.endsWith(":read") || streams) return;

  test("a connection lost at any statement leaves the whole change or nothing of it", async () => {
    const done = await runLosing(subject, 0);
    for (let nth = 1; nth < MAX_STATEMENTS; nth++) {
      // The last one left nothing, so that this one may come to the same place.
      const lost = await runLosing(subject, nth);
      if (!lost.wasReached) return;
      if (lost.status === 200) expect(lost.growth, `200 though statement ${nth} failed`).toEqual(done.growth);
      else {
        expect(lost.status, `status after statement ${nth} failed`).toBe(503);
        expect(lost.after, `rows after statement ${nth} failed`).toEqual(lost.before);
      }
    }
    expect.unreachable(`more than ${MAX_STATEMENTS} statements for one request`);
  });
}

type Run = {
  status: number;
  wasReached: boolean;
  before: Record<string, string>;
  after: Record<string, string>;
  /** Rows more, by table. */
  growth: Record<string, number>;
};

/** The effects of one request whose `nth` statement fails; with 0 none fails. */
async function runLosing(subject: Subject, nth: number): Promise<Run> {
  const { api, endpoint } = subject;
  const { project, caller, input } = await aPlace(subject);
  const question = { input, headers: credentialsOf(api, endpoint, caller) };
  const before = await rowsOf(subject.api, project);
  const { database, wasReached } = losingConnectionAt(nth, api.db);
  const { status } = await api.withDatabase(database, () => ask(subject, question));
  const after = await rowsOf(subject.api, project);
  const rows = (prints: Record<string, string>, table: string) => Number.parseInt(prints[table] ?? "0", 10);
  const growth = Object.fromEntries(
    Object.keys(after).map((table) => [table, rows(after, table) - rows(before, table)]),
  );
  return { status, wasReached: wasReached(), before, after, growth };
}

const MAX_STATEMENTS = 60;

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
