import { env } from "#lib/env.ts";
import { type Database, openDatabase } from "./database.ts";

// Next bundles routes apart and reloads modules in development; the global keeps one pool a process.
const shared = globalThis as typeof globalThis & { spindleDatabase?: Database };

/** The process' own database. */
export function database(): Database {
  shared.spindleDatabase ??= openDatabase(requireUrl());
  return shared.spindleDatabase;
}

function requireUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set in this process; start the service with npm start");
  return url;
}
