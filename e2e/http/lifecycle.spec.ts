import { execFile } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, expect, test } from "@playwright/test";
import pg from "pg";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { SETTING_NAMES } from "#lib/platform/env.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { rawRequest } from "#lib/testing/raw-http.ts";
import { browserLaunchOptions } from "../support/chromium.ts";
import { keyHeaders } from "../support/fixtures.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";
import {
  childOf,
  childrenOf,
  newDataDir,
  processesOf,
  type Service,
  startService,
  zombiesOf,
} from "../support/service.ts";

const { key } = mintApiKey();
const INIT = { INIT_PROJECT: "acme/support", INIT_API_KEY: key };
const running: Service[] = [];
const folders: string[] = [];
const browsers: Browser[] = [];

test.afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
  for (const service of running.splice(0)) {
    if (service.process.exitCode === null) await service.stop();
    fs.rmSync(service.dataDir, { recursive: true, force: true });
  }
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

async function chromiumBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await browserLaunchOptions());
  browsers.push(browser);
  return browser;
}

function aFolder(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

async function aService(
  settings: Record<string, string> = INIT,
  dataDir?: string,
  command?: string[],
): Promise<Service> {
  const service = await startService(settings, dataDir, command);
  running.push(service);
  return service;
}

/** Tries to start with these settings and returns what was printed and the exit code. */
async function failedStart(settings: Record<string, string>) {
  const hidden = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  const env = { ...process.env, ...hidden, SPINDLE_DATA_DIR: aFolder(), PORT: "0", ...settings };
  const start = promisify(execFile)(process.execPath, ["scripts/start.ts"], { env, timeout: 30_000 });
  return start.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

test("The first start shows a password and a key once, which work; a start on a backup shows none and has the data", async () => {
  const first = await aService({});
  const [, email, password] = /sign in as +(\S+)\n +password +(\S{20})/.exec(first.output()) ?? [];
  const [, shownKey = ""] = /API key +(local-\w{40})/.exec(first.output()) ?? [];
  const file = path.join(first.dataDir, "initial-admin.txt");
  expect(fs.readFileSync(file, "utf8")).toBe(`${email}\n${password}\n`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(first.dataDir).mode & 0o777).toBe(0o700);
  const call = { ...aCall(), project_id: "local/playground" };
  expect((await api("/api/call/upsert_batch", aBatchOf(call), first.url, shownKey)).status).toBe(200);
  expect(await first.stop()).toBe(0);

  // As docs/operate.md says: a copy with owners and rights, put back in another place.
  const restored = path.join(aFolder(), "restored");
  await promisify(execFile)("cp", ["-a", first.dataDir, restored]);
  fs.rmSync(first.dataDir, { recursive: true });
  const second = await aService({}, restored);
  expect(second.output()).not.toMatch(/password|API key|Building/);
  const read = await api(
    "/api/call/read",
    { project_id: "local/playground", id: call.id },
    second.url,
    shownKey,
  );
  expect((await read.json()).call.id).toBe(call.id);
});

test("Ctrl-C lets a running request end, and leaves no process running", async () => {
  const service = await aService();
  const call = aCall();
  const body = JSON.stringify(aBatchOf(call));
  const headers = {
    ...keyHeaders(key),
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
  };
  const socket = net.connect(service.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(rawRequest("POST", "/api/call/upsert_batch", headers) + body.slice(0, 50));
  await fetch(`${service.url}/v1/health`); // by now the half request has arrived as well
  const stopped = service.stop();
  await expect
    .poll(() =>
      fetch(service.url).then(
        () => "accepts",
        () => "refuses",
      ),
    )
    .toBe("refuses");
  socket.write(body.slice(50));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await stopped).toBe(0);
  expect(processesOf(service)).toEqual([]);
});

test("A chat that is being written comes to its end before the service does, also at Ctrl-C, which every process hears", {
  tag: "@long",
}, async () => {
  const service = await aService();
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: "spindle-mini",
      messages: [{ role: "user", content: "Say a poem" }],
      stream: true,
      ...{ max_tokens: 100, min_tokens: 100, ignore_eos: true },
    }),
  });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  process.kill(childOf(service, "sampler/main.ts"), "SIGINT");
  const stopped = service.stop();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value;
  expect(text).toMatch(/"finish_reason":"length"[^\n]*\n\ndata: \[DONE\]\n\n$/);
  expect(await stopped).toBe(0);
});

test("After a kill -9 of the supervisor nothing serves on, and the next start finds database and data", {
  tag: "@long",
}, async () => {
  const service = await aService();
  const call = aCall();
  await api("/api/call/upsert_batch", aBatchOf(call), service.url, key);
  service.process.kill("SIGKILL");
  await expect
    .poll(() =>
      fetch(service.url).then(
        () => "serves",
        () => "gone",
      ),
    )
    .toBe("gone");
  const next = await aService(INIT, service.dataDir);
  const read = await api("/api/call/read", { project_id: "acme/support", id: call.id }, next.url, key);
  expect((await read.json()).call.id).toBe(call.id);
  await next.stop();
  expect(processesOf(next)).toEqual([]);
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`${signal} to npm stops the whole service cleanly, and leaves no process running`, {
    tag: "@long",
  }, async () => {
    const service = await aService(INIT, undefined, ["npm", "start"]);
    service.process.kill(signal);
    await expectOrderlyEnd(service);
  });

test("As the first process of a container it reaps what ends unasked, and SIGTERM ends everything in order", {
  tag: "@long",
}, async () => {
  const service = await aService(INIT, undefined, [
    ...["unshare", "--pid", "--fork", "--mount-proc"],
    ...[process.execPath, "scripts/launch.mjs", "start"],
  ]);
  const [first = 0] = childrenOf(service.process.pid ?? 0);
  const postmaster = childrenOf(first).find(
    (pid) => fs.readFileSync(`/proc/${pid}/comm`, "utf8") === "postgres\n",
  );
  process.kill(postmaster ?? 0, "SIGKILL");
  await expect
    .poll(async () => (await api("/api/call/upsert_batch", aBatchOf(aCall()), service.url, key)).status)
    .toBe(200);
  await expect.poll(() => zombiesOf(first)).toEqual([]);
  process.kill(first, "SIGTERM");
  await expectOrderlyEnd(service);
});

/** A container's manager waits ten seconds before it kills. */
async function expectOrderlyEnd(service: Service): Promise<void> {
  await expect.poll(() => processesOf(service), { timeout: 10_000 }).toEqual([]);
  const log = fs.readFileSync(path.join(service.dataDir, "postgres/log"), "utf8");
  expect(log.trimEnd()).toMatch(/database system is shut down$/);
}

test("A second start on the same data folder, or on a port in use, says so in one sentence", {
  tag: "@long",
}, async () => {
  const service = await aService();
  const [sameFolder, samePort] = await Promise.all([
    failedStart({ SPINDLE_DATA_DIR: service.dataDir }),
    failedStart({ PORT: String(service.port) }),
  ]);
  expect(sameFolder).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Spindle already runs on the data folder .*\n$/),
  });
  expect(samePort).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is in use: .*\n$/),
  });
});

for (const [name, value] of [
  ["PORT", "http"],
  ["LOG_LEVEL", "loud"],
  ["INIT_API_KEY", "sk-1234"],
  ["INIT_PROJECT", "api/mine"],
  ["NEXTAUTH_SECRET", "short"],
  ["DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none"],
] as const)
  test(`A wrong ${name} stops the start with one sentence that names it`, async () => {
    const { code, text } = await failedStart({ [name]: value });
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*\\.\\n$`));
  });

test("A secret that other users can read stops the start", async () => {
  const dataDir = aFolder();
  fs.writeFileSync(path.join(dataDir, "nextauth-secret"), "x".repeat(43), { mode: 0o644 });
  const { code, text } = await failedStart({ SPINDLE_DATA_DIR: dataDir });
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/^Other users can read the secret in .*chmod 600.*\n$/),
  ]);
});

test("Until it serves, a start answers with what it is doing, to people, whose page then gives way to the service, and to programs", {
  tag: "@long",
}, async () => {
  const postgres = await startEmbeddedPostgres(aFolder());
  const other = new pg.Client({ connectionString: postgres.url });
  try {
    await other.connect();
    // Another start that migrates, as far as this one knows.
    await other.query("SELECT pg_advisory_lock(72707369)");
    const port = await freePort();
    const starting = aService({ ...INIT, DATABASE_URL: postgres.url, PORT: String(port) });
    const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/health`);
    const detailNow = () =>
      ask().then(
        async (answer) => (await answer.json()).detail,
        () => "nobody listens",
      );
    await expect
      .poll(detailNow)
      .toBe("Spindle is starting: Waiting for another start that is bringing the tables up to date");
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    const page = await (await chromiumBrowser()).newPage();
    await page.goto(`http://127.0.0.1:${port}/no-such-page`);
    await expect(page.getByRole("status")).toHaveText(
      "Waiting for another start that is bringing the tables up to date …",
    );
    await other.query("SELECT pg_advisory_unlock(72707369)");
    const service = await starting;
    expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
    await expect(page).toHaveTitle("Not found · Spindle");
    // Its database goes after it.
    expect(await service.stop()).toBe(0);
  } finally {
    await other.end();
    await postgres.stop();
  }
});
