/** A command was called in a way that it does not know; the message says what to type instead. */
export class WrongUse extends Error {
  override name = "WrongUse";
}

/** Runs a command; what its caller has to correct is said in a sentence, without a stack. */
export async function runTask(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** For commands that have nothing to choose. */
export function takeNoArguments(command: string, args: readonly string[]): void {
  if (args.length > 0)
    throw new WrongUse(`npm run ${command} takes no arguments, and got ${args.join(" ")}.`);
}
