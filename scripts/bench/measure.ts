import { setTimeout as sleep } from "node:timers/promises";

/** What one line of the report says. Times are in milliseconds. */
export type Measurement = {
  name: string;
  /** Requests, rows or records a second. */
  perSecond?: number;
  unit?: string;
  p50Ms: number;
  p99Ms: number;
  /** In the database alone, where it was asked. */
  databaseMs?: number;
  /** Processor time of web and database for each row. */
  cpuMicrosPerRow?: number;
  aim?: string;
};

export type Load = {
  name: string;
  /** How many requests are sent in all, and how many at once. */
  requests: number;
  concurrency: number;
  /** Rows that one request carries. */
  rowsPerRequest?: number;
  unit?: string;
  aim?: string;
  send: (index: number) => Promise<unknown>;
  /** Goes before each request, and its time does not count. */
  before?: (index: number) => Promise<unknown>;
  /** Each loop rests so long between two requests, as people do; without it not at all. */
  restMs?: number;
  /** Processor time used so far by the processes under measurement, in microseconds. */
  cpuMicros: () => number;
};

/** Sends a bounded number of requests from `concurrency` loops, after a warm-up of a tenth of them. */
export async function measure(load: Load): Promise<Measurement> {
  const warmUp = Math.ceil(load.requests / 10);
  await run({ ...load, requests: warmUp }, 0);
  const [cpuBefore, startedAt] = [load.cpuMicros(), performance.now()];
  const times = await run(load, warmUp);
  const seconds = (performance.now() - startedAt) / 1000;
  const rows = load.requests * (load.rowsPerRequest ?? 1);
  return {
    name: load.name,
    unit: load.unit ?? "requests",
    perSecond: rows / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    cpuMicrosPerRow: (load.cpuMicros() - cpuBefore) / rows,
    ...(load.aim ? { aim: load.aim } : {}),
  };
}

async function run(load: Load, firstIndex: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const loop = async (_: unknown, place: number) => {
    await sleep(((load.restMs ?? 0) * place) / load.concurrency);
    while (next < load.requests) {
      const index = firstIndex + next++;
      await load.before?.(index);
      const startedAt = performance.now();
      await load.send(index);
      times.push(performance.now() - startedAt);
      if (load.restMs) await sleep(load.restMs);
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  return times.sort((a, b) => a - b);
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
