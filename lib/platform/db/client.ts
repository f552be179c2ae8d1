import { env } from "#lib/platform/env.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { type Database, openDatabase } from "./database.ts";

const own = processWide<{ database?: Database }>("database", () => ({}));

/** The process' own database. */
export function database(): Database {
  own.database ??= openDatabase(requireUrl());
  return own.database;
}

/** Puts another database in its place, such as one that fails. */
export function replaceDatabase(database: Database): void {
  own.database = database;
}

function requireUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set in this process; start the service with npm start");
  return url;
}
