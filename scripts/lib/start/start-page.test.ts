import { expect, test } from "vitest";
import { freePort } from "#lib/platform/processes/ports.ts";
import { openStartPage } from "./start-page.ts";

test("The page shows what is done now, escapes it, and frees the port when it closes", async () => {
  const port = await freePort();
  const ask = () => fetch(`http://127.0.0.1:${port}/threads`, { headers: { accept: "text/html,*/*;q=0.8" } });
  const page = await openStartPage("127.0.0.1", port);
  try {
    expect(await (await ask()).text()).toContain('<p role="status">Opening the database …</p>');
    page.say("Migration 1 of 1: <b> & more");
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    expect(await answer.text()).toContain("Migration 1 of 1: &lt;b> &amp; more …");
  } finally {
    await page.close();
  }
  await expect(ask()).rejects.toThrow();
  await page.close();
  await (await openStartPage("127.0.0.1", port)).close();
});

test("A body that is being sent is answered and not waited for", async () => {
  const port = await freePort();
  const page = await openStartPage("127.0.0.1", port);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/call/upsert_batch`, {
      method: "POST",
      body: "{}",
    });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { detail: "Spindle is starting: Opening the database" },
    ]);
  } finally {
    await page.close();
  }
});
