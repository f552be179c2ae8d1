import fs from "node:fs";
import path from "node:path";

/** What the starts leave in the data folder, so that a command on the same machine needs neither key nor address. */
export type LocalAccess = { address: string | null; key: string | null; project: string | null };

/** Written by the first start only: like the made password beside it, the key is for the owner of the machine. */
export function writeInitialKey(dataDir: string, { apiKey, projectPath }: InitialKey): void {
  if (apiKey !== null) fs.writeFileSync(keyFile(dataDir), `${apiKey}\n${projectPath}\n`, { mode: 0o600 });
}

/** Written by every start: the port may be another one. */
export function writeAddress(dataDir: string, address: string): void {
  fs.writeFileSync(addressFile(dataDir), `${address}\n`, { mode: 0o600 });
}

export function readLocalAccess(dataDir: string): LocalAccess {
  const [key = null, project = null] = linesOf(keyFile(dataDir));
  const [address = null] = linesOf(addressFile(dataDir));
  return { address, key, project };
}

type InitialKey = { apiKey: string | null; projectPath: string };

export function keyFile(dataDir: string): string {
  return path.join(dataDir, "initial-key.txt");
}

function addressFile(dataDir: string): string {
  return path.join(dataDir, "address.txt");
}

function linesOf(file: string): string[] {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
