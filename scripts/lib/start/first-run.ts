import { randomInt } from "node:crypto";
import fs from "node:fs";
import { mintApiKey, readApiKey } from "#lib/access/keys/api-key.ts";
import { initialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { hashPassword } from "#lib/access/passwords/password.ts";
import { KEY_SCOPES } from "#lib/contract/access.ts";
import { type Db, openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { Settings } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";

const DEFAULT_EMAIL = "admin@spindle.local";
const DEFAULT_PROJECT = "local/playground";
const MADE_PASSWORD_CHARS = 20;
/** Letters and digits that nobody mistakes for one another. */
const PASSWORD_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Starts of several hosts on one database take turns. */
const LOCK_ID = 72707371;

/** What the first start made and shows once; nothing of it can be read again later. */
export type FirstRunResult = {
  email: string;
  /** Null when the setting named it. */
  password: string | null;
  projectPath: string;
  /** Null when the setting named it. */
  apiKey: string | null;
};

/**
 * Makes the first administrator, project and API key in an empty database, and adds what INIT settings name and the database lacks to any
 * other. Nothing that exists is changed. Returns what was made in an empty database, otherwise null.
 */
export async function firstRun(databaseUrl: string, settings: Settings): Promise<FirstRunResult | null> {
  const database = openDatabase(databaseUrl, 2);
  try {
    // Hashed before, because a transaction is not a place to wait for it.
    const password = settings.INIT_ADMIN_PASSWORD ?? randomPassword();
    const passwordHash = await hashPassword(password);
    return await database.transaction(async (db) => {
      await db.query(sql`select pg_advisory_xact_lock(${LOCK_ID})::text`);
      if ((await db.prisma.user.count()) > 0) {
        await addMissing(db, settings, passwordHash);
        return null;
      }
      const projectPath = settings.INIT_PROJECT ?? DEFAULT_PROJECT;
      const email = adminEmail(settings);
      const admin = await createAdmin(db, { email, passwordHash, settings, projectPath });
      await ensureProject(db, admin, projectPath);
      const minted = settings.INIT_API_KEY === undefined ? mintApiKey().key : null;
      await ensureKey(db, admin, minted ?? settings.INIT_API_KEY ?? "");
      const generated = settings.INIT_ADMIN_PASSWORD === undefined ? password : null;
      return { email, password: generated, projectPath, apiKey: minted };
    });
  } finally {
    await database.close();
  }
}

async function addMissing(db: Db, settings: Settings, passwordHash: string): Promise<void> {
  const {
    INIT_ADMIN_EMAIL: email,
    INIT_ADMIN_PASSWORD: password,
    INIT_PROJECT: project,
    INIT_API_KEY: key,
  } = settings;
  const projectPath = project ?? DEFAULT_PROJECT;
  if (email !== undefined && password !== undefined && !(await findUser(db, adminEmail(settings))))
    await createAdmin(db, { email: adminEmail(settings), passwordHash, settings, projectPath });
  const owner = (email && (await findUser(db, adminEmail(settings)))) || (await firstAdmin(db));
  if (!owner) return;
  if (project !== undefined) await ensureProject(db, owner.id, project);
  if (key !== undefined) await ensureKey(db, owner.id, key);
}

function findUser(db: Db, email: string): Promise<{ id: string } | null> {
  return db.prisma.user.findUnique({ where: { email }, select: { id: true } });
}

function firstAdmin(db: Db): Promise<{ id: string } | null> {
  return db.prisma.user.findFirst({
    where: { isInstanceAdmin: true, disabledAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
}

function adminEmail(settings: Settings): string {
  return (settings.INIT_ADMIN_EMAIL ?? DEFAULT_EMAIL).toLowerCase();
}

/** Returns the id of the new user. A made password must be changed at the first sign-in. */
async function createAdmin(
  db: Db,
  input: { email: string; passwordHash: string; settings: Settings; projectPath: string },
): Promise<string> {
  const id = newId();
  await db.prisma.user.create({
    data: {
      id,
      email: input.email,
      name: input.email.split("@")[0] ?? "admin",
      passwordHash: input.passwordHash,
      mustChangePassword: input.settings.INIT_ADMIN_PASSWORD === undefined,
      isInstanceAdmin: true,
      defaultEntity: input.projectPath.split("/")[0] ?? "",
    },
  });
  return id;
}

async function ensureProject(db: Db, userId: string, projectPath: string): Promise<void> {
  const [entityName = "", name = ""] = projectPath.split("/");
  const existing = await db.prisma.project.findUnique({ where: { entityName_name: { entityName, name } } });
  if (existing) return;
  if (!(await db.prisma.entity.findUnique({ where: { name: entityName } }))) {
    await db.prisma.entity.create({ data: { name: entityName } });
    await db.prisma.entityMember.create({ data: { entityName, userId, isAdmin: true } });
  }
  const { id } = await db.prisma.project.create({
    data: { id: newId(), entityName, name, createdBy: userId },
  });
  await db.prisma.projectMember.create({ data: { projectId: id, userId, role: "admin" } });
}

async function ensureKey(db: Db, userId: string, key: string): Promise<void> {
  const parts = readApiKey(key);
  if (!parts || (await db.prisma.apiKey.findUnique({ where: { publicId: parts.publicId } }))) return;
  await db.prisma.apiKey.create({
    data: { id: newId(), name: "first start", userId, scopes: [...KEY_SCOPES], projectIds: [], ...parts },
  });
}

function randomPassword(): string {
  return Array.from(
    { length: MADE_PASSWORD_CHARS },
    () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)],
  ).join("");
}

export function writeInitialAdmin(dataDir: string, { email, password }: FirstRunResult): void {
  if (password === null) return;
  fs.writeFileSync(initialAdminFile(dataDir), `${email}\n${password}\n`, { mode: 0o600 });
}

/** Removes the file with the made password once its user has another one; signing in alone does not, because the change may be put off. */
export async function removeUsedPassword(databaseUrl: string, dataDir: string): Promise<void> {
  const file = initialAdminFile(dataDir);
  if (!fs.existsSync(file)) return;
  const [email = ""] = fs.readFileSync(file, "utf8").split("\n");
  if (!(await mustStillChange(databaseUrl, email))) fs.rmSync(file, { force: true });
}

async function mustStillChange(databaseUrl: string, email: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const user = await database.prisma.user.findUnique({ where: { email } });
    return user?.mustChangePassword === true;
  } finally {
    await database.close();
  }
}
