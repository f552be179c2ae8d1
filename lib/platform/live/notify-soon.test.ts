import pg from "pg";
import { expect, test } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { LIVE_CHANNEL, topicOf } from "./live-channel.ts";
import { notifySoon } from "./notify-soon.ts";

const api = startHarness();

test("of changes in one second the first one is announced at its commit and the others after it, when their transactions have ended", async () => {
  const { id } = await api.aProject();
  const listener = new pg.Client({ connectionString: String(api.db.pool.options.connectionString) });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => heard.push(payload));
  await listener.query(`listen ${LIVE_CHANNEL}`);
  for (const _ of [1, 2]) await api.db.transaction(async (db) => notifySoon(db, id, "calls"));
  const topic = topicOf(id, "calls");
  await expect.poll(() => heard.filter((one) => one === topic)).toHaveLength(2);
  await listener.end();
});
