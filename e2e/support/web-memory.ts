import fs from "node:fs";

/** What the web process of a service holds in memory now. */
export function webMemoryBytes({ dataDir }: { dataDir: string }): number {
  const supervisor = Number(fs.readFileSync(`${dataDir}/start.lock`, "utf8").split(":")[0]);
  const children = fs
    .readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, "utf8")
    .trim()
    .split(" ");
  const web = children.find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server.ts"));
  const status = fs.readFileSync(`/proc/${web}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
