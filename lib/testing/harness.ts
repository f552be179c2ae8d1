import { appendFileSync, mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { sessionCookieName } from "#lib/access/sessions/session-cookie.ts";
import { call, callAll, requestOf } from "#lib/client/call.ts";
import { KEY_SCOPES, type KeyScope, type Role } from "#lib/contract/access.ts";
import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { onAnswer } from "#lib/edge/answer/answer-notes.ts";
import type { Operation } from "#lib/edge/http/handle.ts";
import { replaceDatabase } from "#lib/platform/db/client.ts";
import { type Database, openDatabase } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { issueSessionToken } from "#lib/testing/data/session-token.ts";
import { startApiServer } from "./api-server.ts";
import { withCheckedRows } from "./checked-rows.ts";
import { createTestDatabase } from "./postgres.ts";

/** What a test file gets: a database and a data folder of its own, the routes (and `operations`) over HTTP, and builders. Call it once at the top of the file. */
export function startHarness(...operations: Operation[]): Harness {
  const harness = new Harness(operations);
  beforeAll(() => harness.start());
  afterAll(() => harness.stop());
  return harness;
}

/** A person with a key (all scopes) and a session, and what they are in their project. */
export type Caller = {
  userId: string;
  email: string;
  name: string;
  headers: Record<string, string>;
  cookie: string;
};
export type TestProject = { id: string; path: string; entity: string; name: string };

export class Harness {
  url = "";
  #ownerUrl = "";
  #aside: Promise<pg.Client> | undefined;
  #database: Database | undefined;
  #closers: (() => Promise<void>)[] = [];
  readonly #operations: readonly Operation[];

  constructor(operations: readonly Operation[] = []) {
    this.#operations = operations;
  }

  async start(): Promise<void> {
    const { url, ownerUrl, drop } = await createTestDatabase();
    this.#ownerUrl = ownerUrl;
    const dataDir = await mkdtemp(path.join(tmpdir(), "spindle-test-data-"));
    overrideSettings({
      DATABASE_URL: url,
      NEXTAUTH_SECRET: "a secret for tests only, of forty bytes..",
      SPINDLE_DATA_DIR: dataDir,
    });
    this.#database = await withCheckedRows(openDatabase(url));
    replaceDatabase(this.#database);
    const server = await startApiServer(this.#operations);
    this.url = server.url;
    const removeData = () => rm(dataDir, { recursive: true, force: true });
    this.#closers = [() => server.close(), () => this.db.close(), drop, removeData];
    noteStatuses();
  }

  async stop(): Promise<void> {
    await (await this.#aside)?.end();
    for (const close of this.#closers) await close();
  }

  /** A connection that no request uses, so that it keeps the plan of what tests ask again and again. */
  aside(): Promise<pg.Client> {
    this.#aside ??= connected(this.db.pool.options.connectionString ?? "");
    return this.#aside;
  }

  get db(): Database {
    if (!this.#database) throw new Error("The harness is not started; build data inside a test or a hook");
    return this.#database;
  }

  /** Runs a statement that changes tables, which the service's own role may not. */
  async asOwner(statement: Sql): Promise<void> {
    const owner = openDatabase(this.#ownerUrl, 1);
    await owner.query(sql`${statement}`).finally(() => owner.close());
  }

  /** Calls an endpoint over HTTP as `caller`; throws `ApiError` for anything but 200. */
  call<E extends AnyEndpoint>(caller: Caller, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
    return call(endpoint, input, { baseUrl: this.url, headers: caller.headers });
  }

  /** The lines of a streaming endpoint. */
  callAll<E extends AnyEndpoint>(caller: Caller, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>[]> {
    return callAll(endpoint, input, { baseUrl: this.url, headers: caller.headers });
  }

  /** Sends raw JSON (or a raw body) on the wire and gives the response, whatever its status. */
  send(
    caller: Caller | null,
    request: { method?: string; path: string; body?: unknown; headers?: Record<string, string> },
  ) {
    const { method = "POST", path, body } = request;
    const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...uniqueAddress(),
        ...caller?.headers,
        ...request.headers,
      },
      ...(body === undefined || method === "GET" ? {} : { body: raw as BodyInit }),
    });
  }

  /** The request that `input` makes, for tests that change it before sending. */
  requestOf<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, caller?: Caller): Request {
    return requestOf(endpoint, input as Record<string, unknown>, {
      baseUrl: this.url,
      headers: { ...uniqueAddress(), ...caller?.headers },
    });
  }

  /** A new project in an entity of its own. */
  async aProject(): Promise<TestProject> {
    const [id, entity, name] = [newId(), `entity-${newId()}`, "project"];
    // Nearly every test begins here: one prepared statement, where Prisma would send two transactions.
    await this.db.query(
      sql`
        with made as (insert into entity (name) values (${entity}))
        insert into project (id, entity_name, name, created_by) values (${id}, ${entity}, ${name}, 'test')`,
      "a project of a test",
    );
    return { id, path: `${entity}/${name}`, entity, name };
  }

  /** A new person with `role` in `project`, or with no project at all. */
  async aCaller(
    project?: TestProject,
    role: Role = "engineer",
    scopes: readonly KeyScope[] = KEY_SCOPES,
  ): Promise<Caller> {
    const id = newId();
    const [email, name] = [`${id}@example.com`, `Person ${id.slice(-6)}`];
    const key = newKey(id, { scopes });
    await this.db.query(
      sql`
        with made as (
          insert into app_user (id, email, name, password_hash, default_entity)
          values (${id}, ${email}, ${name}, 'no password', ${project?.entity ?? "none"})),
        keyed as (${key.insert})
        insert into project_member (project_id, user_id, role)
        select ${project?.id ?? null}, ${id}, ${role}::project_role where ${project !== undefined}`,
      "a caller of a test",
    );
    return { userId: id, email, name, headers: key.headers, cookie: await sessionCookie(id) };
  }

  /** Headers with a new key of a user. */
  async aKey(userId: string, reach: KeyReach = {}): Promise<Record<string, string>> {
    const { headers, insert } = newKey(userId, reach);
    await this.db.query(insert, "a key of a test");
    return headers;
  }

  /** Headers of a signed-in browser on our own pages. */
  sessionHeaders(caller: Caller): Record<string, string> {
    return { cookie: caller.cookie, "sec-fetch-site": "same-origin", origin: this.url };
  }

  /** Runs `work` while the service sees another database, such as one that fails. */
  async withDatabase<T>(replacement: Database, work: () => Promise<T>): Promise<T> {
    replaceDatabase(replacement);
    try {
      return await work();
    } finally {
      replaceDatabase(this.db);
    }
  }
}

type KeyReach = { scopes?: readonly KeyScope[]; projectIds?: readonly string[] };

/** The statement that stores a new key, and the headers that carry it. It was used just now, as most are: noting the first use would be a change in every test. */
function newKey(userId: string, { scopes = KEY_SCOPES, projectIds = [] }: KeyReach) {
  const { key, parts } = mintApiKey();
  const insert = sql`
    insert into api_key (id, name, user_id, scopes, project_ids, public_id, secret_hash, last_used_at)
    values (${newId()}, 'test', ${userId}, ${[...scopes]}::text[], ${[...projectIds]}::text[],
      ${parts.publicId}, ${Buffer.from(parts.secretHash)}, now())`;
  return { headers: { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` }, insert };
}

async function connected(connectionString: string): Promise<pg.Client> {
  // Else it plans each of the first five times, as many as most tests ask.
  const client = new pg.Client({ connectionString, options: "-c plan_cache_mode=force_generic_plan" });
  await client.connect();
  return client;
}

async function sessionCookie(userId: string): Promise<string> {
  return `${sessionCookieName()}=${await issueSessionToken({ id: userId, sessionVersion: 0 })}`;
}

let addresses = 0;
/** Wrong keys are counted by address; each request of a test comes from its own. */
function uniqueAddress(): Record<string, string> {
  return { "x-spindle-client-address": `test-${addresses++}` };
}

/** Writes down which statuses of which operation the tests saw; a check at the end compares them with the contract. */
function noteStatuses(): void {
  const folder = process.env.SPINDLE_STATUS_NOTES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  onAnswer((operationId, status) => appendFileSync(`${folder}/${process.pid}`, `${operationId} ${status}\n`));
}
