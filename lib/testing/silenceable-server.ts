import net, { type AddressInfo } from "node:net";

/** A way to a database that can fall silent: connections stay open, or are taken, and nothing comes back. */
export type SilenceableServer = {
  url: string;
  silence(): void;
  /** New connections are answered again; those that met silence stay silent. */
  speak(): void;
  /** Ends all connections in the midst, as a server does whose process is killed. */
  reset(): void;
  close(): Promise<void>;
};

/** Stands on loopback before the server of `databaseUrl`. */
export async function aSilenceableServer(databaseUrl: string): Promise<SilenceableServer> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  const silence = () => {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    keep(near);
    if (isSilent) return;
    const far = net.connect(Number(target.port), target.hostname);
    keep(far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence,
    speak: () => {
      isSilent = false;
    },
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
