import { expect, test, vi } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { onNotification } from "./notifications.ts";
import { sql } from "./sql.ts";

const api = startHarness();
/** How long a busy machine takes is no promise of the product. */
const WAIT = { timeout: 30_000, interval: 20 };

/** A listener to a topic of a channel of its own, with how often it was woken. */
function aListener(channel: string, topic = "a topic") {
  const wake = vi.fn();
  return { wake, stop: onNotification({ channel, topic }, wake) };
}

/** The backends that listen to a channel. */
async function listening(channel: string): Promise<number[]> {
  const rows = await api.db.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and query = ${`listen "${channel}"`} and state = 'idle'`,
  );
  return rows.map(({ pid }) => pid);
}

async function untilListening(channel: string): Promise<number> {
  return vi.waitFor(async () => {
    const pids = await listening(channel);
    expect(pids).toHaveLength(1);
    return pids[0] ?? 0;
  }, WAIT);
}

const tell = (channel: string, topic = "a topic") =>
  api.db.query(sql`select pg_notify(${channel}, ${topic})::text`);

/** Notifications of a connection come in order: once this one has come, so has everything before it. */
async function untilTold(channel: string): Promise<void> {
  const last = aListener(channel, "the last");
  await tell(channel, "the last");
  await vi.waitFor(() => expect(last.wake).toHaveBeenCalled(), WAIT);
  last.stop();
}

test("the beginning of listening wakes nobody, and a notification its topic alone", async () => {
  const [first, other] = [aListener("quiet"), aListener("quiet", "another topic")];
  await untilListening("quiet");
  await untilTold("quiet");
  expect(first.wake).not.toHaveBeenCalled();
  await tell("quiet");
  await untilTold("quiet");
  expect(first.wake).toHaveBeenCalledTimes(1);
  expect(other.wake).not.toHaveBeenCalled();
  first.stop();
  other.stop();
});

test("whoever comes after the last listener left finds the same connection, and is not woken by coming", async () => {
  const first = aListener("kept");
  const pid = await untilListening("kept");
  first.stop();
  const second = aListener("kept");
  await tell("kept");
  await untilTold("kept");
  expect(second.wake).toHaveBeenCalledTimes(1);
  expect(first.wake).not.toHaveBeenCalled();
  expect(await listening("kept")).toEqual([pid]);
  second.stop();
});

test("a connection that breaks is replaced, and then everybody is woken, as something may have been missed", async () => {
  const [first, second] = [aListener("broken"), aListener("broken", "another topic")];
  const pid = await untilListening("broken");
  await api.asOwner(sql`select pg_terminate_backend(${pid})`);
  await vi.waitFor(() => {
    expect(first.wake).toHaveBeenCalledTimes(1);
    expect(second.wake).toHaveBeenCalledTimes(1);
  }, WAIT);
  expect(await untilListening("broken")).not.toBe(pid);
  first.stop();
  second.stop();
});
