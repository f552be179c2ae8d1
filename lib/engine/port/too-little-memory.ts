import { Rejected } from "#lib/platform/errors.ts";

/** In bytes. */
export type MemoryOfMachine = {
  /** What may be had at most: the machine's, or the limit of a control group of this process. */
  readonly limit: number;
  /** What of it may still be had. Pages of files count as free: the kernel gives them up before it ends a process. */
  readonly free: number;
};

/** Work that was not begun, because it would take more memory than there is. */
export class TooLittleMemory extends Rejected {
  static override readonly meaning: string = "TooLittleMemory";
  /** Whether it would be too much on this machine also if nothing else ran there. */
  readonly isLasting: boolean;

  constructor(what: string, neededBytes: number, { limit, free }: MemoryOfMachine) {
    const isLasting = neededBytes > limit;
    const there = isLasting ? `this machine has ${inMib(limit)}` : `${inMib(free)} are free on this machine`;
    super(`${what} needs about ${inMib(neededBytes)} of memory, and ${there}`, { param: "model" });
    this.isLasting = isLasting;
  }
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString("en-US")} MiB`;
}
