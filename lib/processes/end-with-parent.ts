import { log } from "#lib/log.ts";

/** Runs `stop` and exits at the first SIGTERM or SIGINT, or when the parent that holds our channel is gone, even by kill -9. */
export function endWithParent(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    await stop().catch((error: unknown) => log.error({ err: error }, "stopping failed"));
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const) process.on(signal, end);
  // The parent may have gone before we listened.
  if (process.send && !process.connected) void end();
}
