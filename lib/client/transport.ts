/** Another way to the service than the network, for requests that name no address of their own. */
export type Transport = { origin: string; send: (request: Request) => Promise<Response> };

let transport: Transport | null = null;

/** From now on requests go this way. A server that draws pages uses it; browsers ask over the network. */
export function sendThrough(other: Transport): void {
  transport = other;
}

export function currentTransport(): Transport | null {
  return transport;
}
