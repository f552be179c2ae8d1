import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryOfMachine } from "./memory-of-machine.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "spindle-memory-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const MIB = 2 ** 20;
const MEMINFO = { "proc/meminfo": `MemTotal: 8000000 kB\nMemFree: 100 kB\nMemAvailable: ${512 * 1024} kB\n` };

test("without limits it is what the kernel could give, files' pages among it", async () => {
  await put({ ...MEMINFO, "proc/self/cgroup": "0::/\n" });
  expect(await memoryOfMachine(root)).toEqual({ limit: os.totalmem(), free: 512 * MIB });
});

test("a limit of the second version of control groups counts, without pages of files", async () => {
  await put({
    ...MEMINFO,
    "proc/self/cgroup": "0::/service\n",
    "sys/fs/cgroup/service/memory.max": `${400 * MIB}\n`,
    "sys/fs/cgroup/service/memory.current": `${300 * MIB}\n`,
    "sys/fs/cgroup/service/memory.stat": `anon ${200 * MIB}\ninactive_file ${60 * MIB}\nactive_file ${20 * MIB}\n`,
  });
  expect(await memoryOfMachine(root)).toEqual({ limit: 400 * MIB, free: 180 * MIB });
});

test("of several groups around a process the narrowest counts, and max is no limit", async () => {
  await put({
    ...MEMINFO,
    "proc/self/cgroup": "0::/slice/service\n",
    "sys/fs/cgroup/slice/memory.max": `${200 * MIB}\n`,
    "sys/fs/cgroup/slice/memory.current": `${150 * MIB}\n`,
    "sys/fs/cgroup/slice/memory.stat": "anon 1\n",
    "sys/fs/cgroup/slice/service/memory.max": "max\n",
    "sys/fs/cgroup/slice/service/memory.current": "1\n",
  });
  expect(await memoryOfMachine(root)).toEqual({ limit: 200 * MIB, free: 50 * MIB });
});

test("a container of the first version, which sees its own group at the top, is held to its limit", async () => {
  await put({
    ...MEMINFO,
    "proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/docker/0123\n",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": `${300 * MIB}\n`,
    "sys/fs/cgroup/memory/memory.usage_in_bytes": `${250 * MIB}\n`,
    "sys/fs/cgroup/memory/memory.stat": `cache 5\ntotal_inactive_file ${40 * MIB}\ntotal_active_file 0\n`,
  });
  expect(await memoryOfMachine(root)).toEqual({ limit: 300 * MIB, free: 90 * MIB });
});

test("a machine that has no such files counts as free", async () => {
  expect(await memoryOfMachine(root)).toEqual({ limit: os.totalmem(), free: os.totalmem() });
});

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
