import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { MemoryOfMachine } from "#lib/engine/port/too-little-memory.ts";

/** Linux says it in files; elsewhere all memory counts as free. `root` is another one for tests. */
export async function memoryOfMachine(root = "/"): Promise<MemoryOfMachine> {
  const total = os.totalmem();
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(await textOf(path.join(root, "proc/meminfo")))?.[1];
  const machine = { limit: total, free: available === undefined ? total : Number(available) * 1024 };
  const all = [machine, ...(await groupsOf(root))];
  return {
    limit: Math.min(...all.map(({ limit }) => limit)),
    free: Math.max(0, Math.min(...all.map(({ free }) => free))),
  };
}

/** The two versions of control groups: where they are mounted, and what they call the same things. */
const VERSIONS = [
  {
    controllers: "",
    mount: "sys/fs/cgroup",
    limit: "memory.max",
    usage: "memory.current",
    cached: ["active_file", "inactive_file"],
  },
  {
    controllers: "memory",
    mount: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cached: ["total_active_file", "total_inactive_file"],
  },
] as const;

/** Of the groups that this process is in and those around them, each that has a limit. */
async function groupsOf(root: string): Promise<MemoryOfMachine[]> {
  const groups: MemoryOfMachine[] = [];
  for (const line of (await textOf(path.join(root, "proc/self/cgroup"))).split("\n")) {
    const [, controllers = "", ...rest] = line.split(":");
    const version = VERSIONS.find((one) => controllers.split(",").includes(one.controllers));
    if (!version || rest.length === 0) continue;
    const mount = path.join(root, version.mount);
    // In a container the path may be the one outside, of which only the end of the way up is there.
    for (let place = path.join(mount, rest.join(":")); place.startsWith(mount); place = path.dirname(place)) {
      const group = await groupAt(place, version);
      if (group) groups.push(group);
    }
  }
  return groups;
}

async function groupAt(place: string, version: (typeof VERSIONS)[number]): Promise<MemoryOfMachine | null> {
  const limit = Number.parseInt(await textOf(path.join(place, version.limit)), 10);
  const usage = Number.parseInt(await textOf(path.join(place, version.usage)), 10);
  if (!Number.isFinite(limit) || !Number.isFinite(usage)) return null;
  const stat = await textOf(path.join(place, "memory.stat"));
  const cached = version.cached.map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(stat)?.[1] ?? 0),
  );
  return { limit, free: limit - usage + cached.reduce((sum, bytes) => sum + bytes, 0) };
}

function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
