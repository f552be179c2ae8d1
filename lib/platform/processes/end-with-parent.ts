import { log } from "#lib/platform/log.ts";

/** One Ctrl-C arrives several times: from the terminal, from npm and from the launcher. */
const SAME_REQUEST_MS = 500;

/**
 * Runs `stop` and exits at the first SIGTERM or SIGINT, or when the parent that holds our channel is gone, even by kill -9. A signal that comes
 * while `stop` runs is somebody who does not want to wait any longer: then `hurry` runs. Ctrl-C on a terminal reaches every process; one
 * with `leavesInterrupt` waits until its parent says that it is its turn.
 */
export function endWithParent(
  stop: () => Promise<void>,
  {
    hurry = () => undefined,
    leavesInterrupt = false,
  }: { hurry?: () => void; leavesInterrupt?: boolean } = {},
): void {
  let stoppingSince: number | null = null;
  const end = async () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_REQUEST_MS) hurry();
      return;
    }
    stoppingSince = performance.now();
    await stop().catch((error: unknown) => log.error({ err: error }, "stopping failed"));
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const) process.on(signal, end);
  if (leavesInterrupt && process.send) process.off("SIGINT", end).on("SIGINT", () => undefined);
  // The parent may have gone before we listened.
  if (process.send && !process.connected) void end();
}
