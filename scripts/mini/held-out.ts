import { hash32 } from "./random.ts";

const SHARE = 0.1;

/** Whether exercises of this essence are kept away from training. By its hash alone, so that it holds for every seed. */
export function isHeldOut(essence: string): boolean {
  return hash32(`held out: ${essence}`) / 2 ** 32 < SHARE;
}
