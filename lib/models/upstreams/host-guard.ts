import dns, { type LookupAddress } from "node:dns";
import net, { BlockList, type LookupFunction } from "node:net";

/** The addresses to which this service may connect. */
export type HostRules = {
  /** Also private networks and this machine, but never other non-public addresses. */
  readonly allowPrivate: boolean;
};

/** An address that may not be reached. */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
}

/** Refuses a host that is, or now resolves to, an address that the rules forbid; throws `ForbiddenAddress` or the resolver's error. */
export async function requireAllowedHost(hostname: string, rules: HostRules): Promise<void> {
  const host = withoutBrackets(hostname);
  const found = net.isIP(host) ? [{ address: host }] : await dns.promises.lookup(host, { all: true });
  for (const { address } of found) requireAllowed(address, rules);
}

/** A DNS look-up for connections: checks the addresses at the time of connecting, and refuses all if one is forbidden. */
export function guardedLookup(rules: HostRules): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const fault = error ?? faultIn(addresses, rules);
      const [first] = addresses ?? [];
      if (fault || !first) callback(fault ?? new ForbiddenAddress(`${hostname} has no address`), "", 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function faultIn(addresses: LookupAddress[], rules: HostRules): ForbiddenAddress | null {
  try {
    for (const { address } of addresses) requireAllowed(address, rules);
    return null;
  } catch (error) {
    if (error instanceof ForbiddenAddress) return error;
    throw error;
  }
}

/** Throws `ForbiddenAddress` for an address, as digits, that the rules forbid. */
export function requireAllowed(address: string, { allowPrivate }: HostRules): void {
  const plain = withoutMapping(address);
  const type = net.isIPv6(plain) ? "ipv6" : "ipv4";
  if (NEVER.check(plain, type)) throw new ForbiddenAddress(`the address ${address} is never allowed`);
  if (!allowPrivate && PRIVATE.check(plain, type))
    throw new ForbiddenAddress(`the address ${address} is in a private network or on this machine`);
}

/** `::ffff:127.0.0.1` is `127.0.0.1` by another name, and so are the other forms that only carry such an address. */
function withoutMapping(address: string): string {
  if (!net.isIPv6(address)) return address;
  const [bare = ""] = address.split("%");
  const canonical = withoutBrackets(URL.parse(`http://[${bare}]`)?.hostname ?? bare);
  const carried = /^(?:::|::ffff:|::ffff:0:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!carried) return canonical;
  const halves = [carried[1] ?? "", carried[2] ?? ""].map((half) => Number.parseInt(half, 16));
  return halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Networks, by address and prefix. */
function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix = ""] = network.split("/");
    list.addSubnet(address, Number(prefix), net.isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}

/** This machine, and networks that people and organisations number themselves. */
const PRIVATE = blockList([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "::1/128",
  "fc00::/7",
]);

/** Metadata of clouds, addresses of a link, of many machines, of none, for documents, and those that carry another address inside. */
const NEVER = blockList([
  "0.0.0.0/8",
  "169.254.0.0/16",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/32",
  "2001:db8::/32",
  "2002::/16",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
]);
NEVER.addRange("::2", "::ffff", "ipv6");
