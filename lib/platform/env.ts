import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import { PASSWORD_LENGTH } from "#lib/contract/access/accounts.ts";
import { type RoleMapping, readRoleMapping } from "./role-mapping.ts";

/** A setting that stops the start; its message is one sentence for the person who starts the service. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MIN_SECRET_BYTES = 32;

/** Adds what to do instead to a rule; the sentence around it names the variable. */
const remedy = (text: string) => ({ error: text });

const HttpUrl = z.url({ protocol: /^https?$/, error: "use an address such as https://spindle.example.org" });

const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "use an address such as postgresql://user:password@host:5432/database",
});

/** A whole number from `least` to `most`. */
function Count(least: number, most: number, what = remedy(`use a whole number from ${least} to ${most}`)) {
  const digits = z.string().check(z.regex(/^\d{1,9}$/, what));
  return z.pipe(
    z.pipe(digits, z.transform(Number)),
    z.number().check(z.minimum(least, what), z.maximum(most, what)),
  );
}

const Port = Count(0, 65_535, remedy("use a number from 0 to 65535 (0 picks a free port)"));

/** Differences from the last start that a person takes on purpose. */
const Accepted = z.pipe(
  z
    .string()
    .check(z.regex(/^(secret|store)(,(secret|store))*$/, remedy("use secret, store or secret,store"))),
  z.transform((words) => words.split(",") as ("secret" | "store")[]),
);

const Secret = z
  .string()
  .check(
    z.refine(
      (secret) => Buffer.byteLength(secret) >= MIN_SECRET_BYTES,
      remedy(`use at least ${MIN_SECRET_BYTES} random bytes, or leave it out to have one made`),
    ),
  );

const Password = z
  .string()
  .check(
    z.minLength(
      PASSWORD_LENGTH.min,
      remedy(`use at least ${PASSWORD_LENGTH.min} characters, or leave it out to have one made`),
    ),
    z.maxLength(PASSWORD_LENGTH.maxBytes, remedy(`use at most ${PASSWORD_LENGTH.maxBytes} characters`)),
  );

const PROVIDER_ADDRESS =
  "use an address such as https://id.example.org/realms/main, with https unless it is on this machine";
const LOOPBACK_OR_TLS = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/;

/** An identity provider: what it says decides who comes in, so nobody on the way may write it. */
const Issuer = z
  .url({ protocol: /^https?$/, error: PROVIDER_ADDRESS })
  .check(z.regex(LOOPBACK_OR_TLS, remedy(PROVIDER_ADDRESS)));

const ENGINE_ADDRESS = "use an address on this machine such as http://127.0.0.1:8900";

/** A server of the engine reads and writes our files, so it runs on this machine. */
const EngineServer = z
  .url({ protocol: /^http$/, error: ENGINE_ADDRESS })
  .check(z.regex(/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/?$/, remedy(ENGINE_ADDRESS)));

const Roles = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => readRoleMapping(text) !== null,
        remedy(
          'use JSON such as {"ops": "admin", "ml": ["acme:admin", "acme/support:engineer"]}, with the roles viewer, annotator, engineer and admin',
        ),
      ),
    ),
  z.transform((text): RoleMapping => readRoleMapping(text) ?? new Map()),
);

/** A spare holds some hundred MB, which a small machine needs for its models. */
const SPARE_FROM_BYTES = 6 * 1024 ** 3;

function sparesThatFit(): number {
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) < SPARE_FROM_BYTES
    ? 0
    : 1;
}

/** Every setting by the name of its environment variable. An empty variable counts as absent. */
const SettingsSchema = z.object({
  PORT: z._default(Port, 3000),
  HOST: z._default(z.string(), "127.0.0.1"),
  SPINDLE_DATA_DIR: z.pipe(
    z._default(z.string(), ".spindle"),
    z.transform((folder) => path.resolve(/* turbopackIgnore: true */ folder)),
  ),
  DATABASE_URL: z.optional(PostgresUrl),
  DATABASE_OWNER_URL: z.optional(PostgresUrl),
  NEXTAUTH_SECRET: z.optional(Secret),
  NEXTAUTH_URL: z.optional(HttpUrl),
  INIT_ADMIN_EMAIL: z.optional(z.email(remedy("use an e-mail address"))),
  INIT_ADMIN_PASSWORD: z.optional(Password),
  INIT_PROJECT: z.optional(
    z.string().check(z.regex(/^[^/\s]+\/[^/\s]+$/, remedy("use the form entity/project"))),
  ),
  INIT_API_KEY: z.optional(z.string()),
  SPINDLE_OIDC_ISSUER: z.optional(Issuer),
  SPINDLE_OIDC_CLIENT_ID: z.optional(z.string()),
  SPINDLE_OIDC_CLIENT_SECRET: z.optional(z.string()),
  SPINDLE_OIDC_NAME: z._default(z.string(), "single sign-on"),
  SPINDLE_OIDC_SCOPE: z._default(z.string(), "openid email profile"),
  SPINDLE_OIDC_GROUPS_CLAIM: z._default(z.string(), "groups"),
  SPINDLE_OIDC_ROLES: z._default(Roles, new Map()),
  SPINDLE_OIDC_NEW_PEOPLE: z._default(z.enum(["no", "yes"], remedy("use no or yes")), "no"),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, remedy(`use one of ${LOG_LEVELS.join(", ")}`)), "info"),
  SPINDLE_ACCEPT: z._default(Accepted, []),
  WEB_SPARES: z._default(Count(0, 8), sparesThatFit),
  TRUST_PROXY: z._default(Count(0, 9, remedy("use the number of reverse proxies in front, 0 to 9")), 0),
  ENGINE: z._default(z.enum(["embedded", "torch"], remedy("use embedded or torch")), "embedded"),
  TORCH_PYTHON: z._default(z.string(), "python3"),
  TORCH_SERVER: z.optional(EngineServer),
  TORCH_TOKEN: z.optional(z.string()),
  TORCH_DTYPE: z.optional(z.enum(["bfloat16", "float32"], remedy("use bfloat16 or float32"))),
  TORCH_RECOMPUTE: z._default(z.enum(["no", "yes"], remedy("use no or yes")), "yes"),
  TRAIN_THREADS: z._default(Count(1, 256), os.availableParallelism()),
  TRAIN_TOKEN_BUDGET: z._default(Count(64, 1_000_000), 1024),
  SAMPLE_THREADS: z._default(Count(1, 256), 1),
  SAMPLE_SLOTS: z._default(Count(1, 1024), 32),
  SAMPLE_MEMORY_MIB: z._default(Count(64, 1_000_000), 2048),
  CHAT_QUEUE_DEPTH: z._default(Count(1, 1_000_000), 4096),
});

/** The settings of this process, parsed; .env.example says what each one means. */
export type Settings = z.output<typeof SettingsSchema>;

/** The names of all settings, as .env.example lists them. */
export const SETTING_NAMES: readonly string[] = Object.keys(SettingsSchema.shape);

const SECRET_NAMES = new Set([
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "NEXTAUTH_SECRET",
  "INIT_ADMIN_PASSWORD",
  "INIT_API_KEY",
  "SPINDLE_OIDC_CLIENT_SECRET",
  "TORCH_TOKEN",
]);

let cached: Settings | undefined;

/** The settings, read once when first asked for: from the environment, and what it does not mention from `.env`. Throws `WrongSetting`. */
export function env(): Settings {
  // next-auth reads this one by itself, and an empty one is not an address to it.
  if (process.env.NEXTAUTH_URL === "") delete process.env.NEXTAUTH_URL;
  cached ??= parseSettings({ ...readDotEnv(), ...process.env });
  return cached;
}

/** Reads settings from `variables`; throws `WrongSetting` with one sentence that names the first wrong one. */
export function parseSettings(variables: Record<string, string | undefined>): Settings {
  const result = SettingsSchema.safeParse(withoutEmpty(variables));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  const value = SECRET_NAMES.has(name) ? "its value (not shown)" : JSON.stringify(variables[name]);
  throw new WrongSetting(`The setting ${name} cannot be ${value}: ${issue?.message}.`);
}

/** Sets what the start worked out (a made secret, the embedded database's address) for this process and its children. */
export function overrideSettings(values: Record<string, string>): void {
  Object.assign(process.env, values);
  cached = undefined;
}

/** The level to log at. A wrong one counts as absent, because the start that complains about it logs as well. */
export function logLevel(): Settings["LOG_LEVEL"] {
  const parsed = SettingsSchema.shape.LOG_LEVEL.safeParse(
    process.env.LOG_LEVEL || readDotEnv().LOG_LEVEL || undefined,
  );
  return parsed.success ? parsed.data : "info";
}

/** Which of the service's processes this is, for the log: `web`, `worker`, or another name its parent gave it. */
export function processName(): string {
  return process.env.SPINDLE_PROCESS ?? "command";
}

/** The start of the service that this process belongs to, or null where it runs alone. */
export function startId(): string | null {
  return process.env.SPINDLE_START_ID || null;
}

/** The file descriptor at which the supervisor of this process listens for its beats, or null; handed out once, and to no child of this process. */
export function takeBeatChannel(): number | null {
  const channel = process.env.SPINDLE_BEAT_CHANNEL;
  delete process.env.SPINDLE_BEAT_CHANNEL;
  return channel ? Number(channel) : null;
}

/** The file descriptor of the listening socket that the supervisor keeps for whichever web process serves, or null; handed out once. */
export function takeListenSocket(): number | null {
  const socket = process.env.SPINDLE_LISTEN_SOCKET;
  delete process.env.SPINDLE_LISTEN_SOCKET;
  return socket ? Number(socket) : null;
}

/** Where the sampler process of this service answers, and the token that it asks for; set by the start, never by people. */
export function samplerAddress(): { url: string; token: string } | null {
  const { SPINDLE_SAMPLER_URL: url, SPINDLE_SAMPLER_TOKEN: token } = process.env;
  return url && token ? { url, token } : null;
}

/** The environment to give a child process: ours, with `extra` on top. */
export function childEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}

/** The environment to give a program that is not ours: without our settings, some of which are secret, and with `extra` on top. */
export function bareEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const isOurs = (name: string) => SETTING_NAMES.includes(name) || name.startsWith("SPINDLE_");
  const environment = { ...process.env, ...extra };
  for (const name of Object.keys(environment)) if (isOurs(name) && !(name in extra)) delete environment[name];
  return environment;
}

/** A PostgreSQL server where tests may create databases; without one they start their own. */
export function testDatabaseServer(): string | undefined {
  return process.env.SPINDLE_TEST_DATABASE_URL || undefined;
}

/** Whether tests that may be large are as large as their promise; `npm run proof:loop` says so. */
export function testsAreWhole(): boolean {
  return process.env.SPINDLE_TEST_SIZE === "whole";
}

/** The Python that tests of the engine of PyTorch run in; `npm run conformance` says which. */
export function enginePython(): string {
  return process.env.SPINDLE_TEST_PYTHON || "python3";
}

/** The process whose end frees what its tests created: the test runner's, or this one. */
export function testRunOwner(): number {
  return Number(process.env.SPINDLE_TEST_RUN_PID ?? process.pid);
}

/** The service that an example program talks to, where the environment names one. */
export function exampleTarget(): { url: string | undefined; key: string | undefined } {
  return { url: process.env.SPINDLE_URL || undefined, key: process.env.SPINDLE_API_KEY || undefined };
}

/** Makes this process the owner of what its children's tests create. */
export function ownTestRun(): void {
  process.env.SPINDLE_TEST_RUN_PID = String(process.pid);
}

function withoutEmpty(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
}

function readDotEnv(): Record<string, string | undefined> {
  return fs.existsSync(".env") ? parseEnv(fs.readFileSync(".env", "utf8")) : {};
}
