// Adds to package-lock.json the packages of other platforms that npm could not look up when it wrote the lock. Run it after `npm install`.
import fs from "node:fs";
import { missingOptionalPackages, type PackageLock } from "./lib/checks/lock-file-entries.ts";

const FILE = "package-lock.json";
const lock: PackageLock = JSON.parse(fs.readFileSync(FILE, "utf8"));
const missing = missingOptionalPackages(lock);
const [root, ...others] = Object.entries({ ...lock.packages, ...missing });
const sorted = others.sort(([one], [other]) => (one < other ? -1 : 1));
lock.packages = Object.fromEntries(root ? [root, ...sorted] : sorted);
if (Object.keys(missing).length > 0) fs.writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} packages added to ${FILE}.`);
