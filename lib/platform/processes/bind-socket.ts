import { lookup } from "node:dns/promises";
import net from "node:net";

/** A bound socket from which this process does not accept: the children that inherit it listen on it. */
type BoundSocket = { fd: number; close(): void };

/** As Node's own code sees it. */
type Handle = BoundSocket & { getsockname(name: { port?: number }): number };

/** What Node's own cluster module makes its shared sockets with; `net` has no documented way to bind without accepting. */
type CreateHandle = (address: string, port: number, family: number) => Handle | number;

export async function bindSocket(host: string, port: number): Promise<BoundSocket> {
  const { address, family } = await lookup(host);
  const create: CreateHandle = Reflect.get(net, "_createServerHandle");
  const handle = create(address, port, family);
  if (typeof handle === "number")
    throw new Error(`Port ${port} of ${host} cannot be bound (error ${handle})`);
  // A taken port is only reported on listen; a process that inherits the socket would then listen at any port.
  const name: { port?: number } = {};
  handle.getsockname(name);
  if (name.port !== port) {
    handle.close();
    throw new Error(
      `Port ${port} of ${host} was taken by another program a moment ago: start again, or set PORT`,
    );
  }
  let isOpen = true;
  return {
    fd: handle.fd,
    close: () => {
      if (isOpen) handle.close();
      isOpen = false;
    },
  };
}
