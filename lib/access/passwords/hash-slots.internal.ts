import { Unavailable } from "#lib/platform/errors.ts";
import { processWide } from "#lib/platform/process-wide.ts";

/** Each hash takes 19 MiB and a core for some 20 ms: more at once would starve everyone else. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 100;

type Slots = { busy: number; waiting: (() => void)[] };
const slots = processWide<Slots>("hash-slots", () => ({ busy: 0, waiting: [] }));

/** Runs `work` as soon as fewer than four others run; refuses when too many wait already. */
export async function inHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (slots.busy >= MAX_AT_ONCE) await turn();
  else slots.busy++;
  try {
    return await work();
  } finally {
    const next = slots.waiting.shift();
    // The slot passes on as it is, so that a newcomer cannot slip in between.
    if (next) next();
    else slots.busy--;
  }
}

function turn(): Promise<void> {
  if (slots.waiting.length >= MAX_WAITING)
    throw new Unavailable("Too many passwords are being checked; try again shortly");
  return new Promise((resolve) => slots.waiting.push(resolve));
}
