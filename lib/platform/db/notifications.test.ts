import { expect, test, vi } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { columns, int } from "./columns.ts";
import { listeningSince, onNotification } from "./notifications.ts";
import { sql } from "./sql.ts";

const api = startHarness();
/** How long a busy machine takes is no promise of the product. */
const WAIT = { timeout: 30_000, interval: 20 };

/** A listener to a topic of a channel of its own, with how often it was woken. */
function aListener(channel: string, topic = "a topic", since?: string | null) {
  const wake = vi.fn();
  return { wake, stop: onNotification({ channel, topic, ...(since === undefined ? {} : { since }) }, wake) };
}

/** The backends that listen to a channel. */
async function listening(channel: string): Promise<number[]> {
  const rows = await api.db.query(
    sql`select ${columns({ pid: int(sql`pid`) })} from pg_stat_activity where datname = current_database() and query = ${`listen "${channel}"`} and state = 'idle'`,
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

const notify = (channel: string, topic = "a topic") =>
  api.db.query(sql`select pg_notify(${channel}, ${topic})::text`);

/** Notifications of a connection come in order: once this one has come, so has everything before it. */
async function untilNotified(channel: string): Promise<void> {
  const last = aListener(channel, "the last");
  await notify(channel, "the last");
  await vi.waitFor(() => expect(last.wake).toHaveBeenCalled(), WAIT);
  last.stop();
}

test("a listener who joins a listening process is woken only by notifications of its topic", async () => {
  expect(await listeningSince("quiet")).not.toBeNull();
  const [first, other] = [aListener("quiet"), aListener("quiet", "another topic")];
  await untilNotified("quiet");
  expect(first.wake).not.toHaveBeenCalled();
  await notify("quiet");
  await untilNotified("quiet");
  expect(first.wake).toHaveBeenCalledTimes(1);
  expect(other.wake).not.toHaveBeenCalled();
  first.stop();
  other.stop();
});

test("a listener from before the process listens is woken when it begins, as something may have been missed", async () => {
  const early = aListener("early");
  await untilListening("early");
  await vi.waitFor(() => expect(early.wake).toHaveBeenCalledTimes(1), WAIT);
  early.stop();
});

test("a listener since a mark is woken at once if its topic was notified in between, and not otherwise", async () => {
  const mark = await listeningSince("marked");
  await notify("marked");
  await untilNotified("marked");
  const later = await listeningSince("marked");
  const seen = [
    aListener("marked", "a topic", mark),
    aListener("marked", "another topic", mark),
    aListener("marked", "a topic", later),
    aListener("marked", "another topic", "a mark of another process"),
    aListener("marked", "another topic", null),
  ];
  await untilNotified("marked");
  expect(seen.map(({ wake }) => wake.mock.calls.length)).toEqual([1, 0, 0, 1, 1]);
  for (const { stop } of seen) stop();
});

test("a listener who joins after the last one left uses the same connection, and is not woken by joining", async () => {
  const first = aListener("kept");
  const pid = await untilListening("kept");
  await vi.waitFor(() => expect(first.wake).toHaveBeenCalledTimes(1), WAIT);
  first.stop();
  const second = aListener("kept");
  await notify("kept");
  await untilNotified("kept");
  expect(second.wake).toHaveBeenCalledTimes(1);
  expect(first.wake).toHaveBeenCalledTimes(1);
  expect(await listening("kept")).toEqual([pid]);
  second.stop();
});

test("a connection that breaks is replaced, and then everybody is woken, as something may have been missed", async () => {
  const mark = await listeningSince("broken");
  const [first, second] = [aListener("broken"), aListener("broken", "another topic")];
  const pid = await untilListening("broken");
  await api.asOwner(sql`select pg_terminate_backend(${pid})`);
  await vi.waitFor(() => {
    expect(first.wake).toHaveBeenCalledTimes(1);
    expect(second.wake).toHaveBeenCalledTimes(1);
  }, WAIT);
  expect(await untilListening("broken")).not.toBe(pid);
  const late = aListener("broken", "a third topic", mark);
  await vi.waitFor(() => expect(late.wake).toHaveBeenCalledTimes(1), WAIT);
  late.stop();
  first.stop();
  second.stop();
});
