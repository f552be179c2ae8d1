import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Trainer } from "#lib/engine/port/port.ts";

const LATEST = "latest.json";
const Latest = z.object({ snapshot: z.string() });

/** Takes the latest snapshot of a run; false where there is none yet. */
export async function resumeRun(trainer: Trainer, runFolder: string): Promise<boolean> {
  await mkdir(runFolder, { recursive: true });
  const snapshot = latestSnapshot(runFolder);
  if (snapshot === null) return false;
  await trainer.restore(join(runFolder, snapshot));
  return true;
}

/** Keeps the trainer's state and then forgets the one before, so that there is always one that is whole. */
export async function saveRun(trainer: Trainer, runFolder: string): Promise<void> {
  const before = latestSnapshot(runFolder);
  const snapshot = `step-${trainer.updates}`;
  if (snapshot === before) return;
  // A snapshot that was written and never became the latest is in the way of its successor.
  await rm(join(runFolder, snapshot), { recursive: true, force: true });
  await trainer.snapshot(join(runFolder, snapshot));
  await writeFile(join(runFolder, `${LATEST}.new`), JSON.stringify({ snapshot }));
  await rename(join(runFolder, `${LATEST}.new`), join(runFolder, LATEST));
  if (before !== null) await rm(join(runFolder, before), { recursive: true, force: true });
}

function latestSnapshot(runFolder: string): string | null {
  const file = join(runFolder, LATEST);
  return existsSync(file) ? Latest.parse(JSON.parse(readFileSync(file, "utf8"))).snapshot : null;
}
