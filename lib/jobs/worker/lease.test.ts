import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { dropLease, fencedBy, type Lease, LeaseLost, renewLease, takeLease } from "./lease.ts";

const api = startHarness();

test("of twenty processes that ask at once, one gets the lease", async () => {
  const name = newId();
  const asked = Array.from({ length: 20 }, (_, at) => takeLease(api.db, name, `process ${at}`));
  const taken = (await Promise.all(asked)).filter((lease) => lease !== null);
  expect(taken).toMatchObject([{ epoch: "1" }]);
});

test("a lease that was given back, or ran out, goes to the next process under a higher epoch", async () => {
  const name = newId();
  const first = await held(name, "first");
  expect(await takeLease(api.db, name, "second")).toBeNull();
  await dropLease(api.db, first);
  expect(await held(name, "second")).toMatchObject({ epoch: "2" });
  await expire(name);
  expect(await held(name, "third")).toMatchObject({ epoch: "3" });
});

test("renewing keeps a lease, but brings none back that ran out", async () => {
  const name = newId();
  const lease = await held(name, "only");
  await renewLease(api.db, lease);
  await expire(name);
  await expect(renewLease(api.db, lease)).rejects.toThrow(LeaseLost);
});

test("a process that slept past its lease writes nothing when it wakes", async () => {
  const name = newId();
  const sleeper = await held(name, "sleeper");
  const write = (lease: Lease) =>
    fencedBy(lease, api.db).transaction((tx) =>
      tx.query(sql`insert into rate_limit (key, points) values (${newId()}, 1) returning key`),
    );
  expect(await write(sleeper)).toHaveLength(1);
  await expire(name);
  const next = await held(name, "next");
  const before = await api.db.prisma.rateLimit.count();
  await expect(write(sleeper)).rejects.toThrow(LeaseLost);
  expect(await api.db.prisma.rateLimit.count()).toBe(before);
  expect(await write(next)).toHaveLength(1);
});

async function held(name: string, holder: string): Promise<Lease> {
  const lease = await takeLease(api.db, name, holder);
  if (!lease) throw new Error(`The lease ${name} is not free`);
  return lease;
}

async function expire(name: string): Promise<void> {
  await api.db.query(sql`update lease set expires_at = now() - interval '1 s' where name = ${name}`);
}
