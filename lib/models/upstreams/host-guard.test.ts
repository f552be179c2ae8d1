import { expect, test } from "vitest";
import { ForbiddenAddress, guardedLookup, requireAllowed, requireAllowedHost } from "./host-guard.ts";

const isAllowed = (address: string, allowPrivate: boolean) => {
  try {
    requireAllowed(address, { allowPrivate });
    return true;
  } catch (error) {
    if (error instanceof ForbiddenAddress) return false;
    throw error;
  }
};

test.each(["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "2606:4700::1111", "64:ff9b::808:808"])(
  "%s is public",
  (address) => {
    expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([true, true]);
  },
);

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "0:0:0:0:0:0:0:1",
  "fd12::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::7f00:1",
  "64:ff9b::7f00:1",
])("%s is reached only where private networks are allowed", (address) => {
  expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, true]);
});

test.each([
  "0.0.0.0",
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "64:ff9b::a9fe:a9fe",
  "100.100.100.200",
  "168.63.129.16",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "::",
  "::2",
  "224.0.0.1",
  "255.255.255.255",
  "ff02::1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
])("%s is never reached", (address) => {
  expect([isAllowed(address, false), isAllowed(address, true)]).toEqual([false, false]);
});

test.each(["127.0.0.1", "[::1]", "localhost"])("the host %s is refused before it is asked", async (host) => {
  await expect(requireAllowedHost(host, { allowPrivate: false })).rejects.toBeInstanceOf(ForbiddenAddress);
  await expect(requireAllowedHost(host, { allowPrivate: true })).resolves.toBeUndefined();
});

test.each([true, false])(
  "a look-up for connecting refuses what a name leads to (all addresses: %s)",
  async (all) => {
    const lookup = (allowPrivate: boolean) =>
      new Promise((resolve, reject) => {
        guardedLookup({ allowPrivate })("localhost", { all }, (error, address) =>
          error ? reject(error) : resolve(address),
        );
      });
    await expect(lookup(false)).rejects.toBeInstanceOf(ForbiddenAddress);
    await expect(lookup(true)).resolves.toBeTruthy();
  },
);
