/**
 * Cancels a body that nobody will ever read. The server pipes a body into the connection and cancels it when that closes, but leaves it
 * alone if the connection closed before: the body would then hold what it reads from, such as a transaction of the database, or an open file.
 */
export function cancelUnread({ body }: Response, { signal }: Request): void {
  if (body === null) return;
  const cancel = () => {
    // Its reader cancels it.
    if (!body.locked) void body.cancel(signal.reason).catch(() => undefined);
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
}
