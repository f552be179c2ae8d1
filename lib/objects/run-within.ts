import vm from "node:vm";
import { Rejected } from "#lib/errors.ts";

const SURROUNDINGS = vm.createContext({ work: undefined });
const CALL = new vm.Script("work()");

/**
 * Runs `work`, which must not wait for anything, for at most `ms`, and throws `Rejected` with `complaint` where it takes longer. For work
 * whose cost callers choose, such as their regular expressions: nobody else is served while it runs, and nothing else can end it.
 */
export function runWithin<T>(ms: number, work: () => T, complaint: string): T {
  SURROUNDINGS.work = work;
  try {
    // What the script gives is what `work` gave.
    return CALL.runInContext(SURROUNDINGS, { timeout: ms }) as T;
  } catch (error) {
    // The error of the time limit comes from another realm, where it is an instance of nothing known here.
    const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new Rejected(complaint);
    throw error;
  }
}
