import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDesk } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { sweepExpired } from "./sweep-expired.ts";

const api = startHarness();
const HOUR_MS = 3_600_000;

test("reservations go once they have been expired for an hour, and no sooner", async () => {
  const desk = await aDesk(api, { items: 3 });
  await desk.reserve(desk.person(0), { count: 3 });
  const expire = (n: number, ago: string) =>
    api.db.query(sql`
      update item_reservation set expires_at = now() - ${ago}::interval where item_id = ${desk.id(n)}`);
  await expire(0, "61 minutes");
  await expire(1, "59 minutes");
  await sweepExpired.run(api.db);
  const rows = await api.db.prisma.itemReservation.findMany();
  expect(rows.map(({ itemId }) => itemId).sort()).toEqual([desk.id(1), desk.id(2)].sort());
});

test("the sweep deletes what has expired and nothing else, and again it finds nothing", async () => {
  const [past, future] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
  await api.db.prisma.idempotencyRecord.createMany({
    data: [past, future].map((expiresAt, at) => ({
      credentialId: "credential",
      route: "createQueue",
      key: `key ${at}`,
      requestHash: Buffer.from("hash"),
      status: 200,
      body: "{}",
      expiresAt,
    })),
  });
  await api.db.prisma.rateLimit.createMany({
    data: [
      { key: "expired", expire: BigInt(past.getTime()) },
      { key: "counting", expire: BigInt(future.getTime()) },
      { key: "for ever", expire: null },
    ],
  });
  await api.db.prisma.auditEvent.create({
    data: { id: newId(), action: "key.created", outcome: "succeeded", at: new Date(0) },
  });
  for (const _ of ["first", "second"]) {
    await sweepExpired.run(api.db);
    expect(await api.db.prisma.idempotencyRecord.findMany()).toMatchObject([{ key: "key 1" }]);
    expect(
      (await api.db.prisma.rateLimit.findMany({ orderBy: { key: "asc" } })).map(({ key }) => key),
    ).toEqual(["counting", "for ever"]);
    expect(await api.db.prisma.auditEvent.count()).toBe(1);
  }
});
