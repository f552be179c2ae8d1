import path from "node:path";
import { runProgram } from "../lib/checks/check.ts";
import { buildPackage } from "./build-package.ts";
import { PACKAGES } from "./plans.ts";

/** Builds all packages and writes their tarballs into `folder`; gives the files. */
export async function packAll({ home, folder }: { home: string; folder: string }): Promise<string[]> {
  const built: string[] = [];
  for (const plan of PACKAGES) built.push(await buildPackage(plan, home));
  const npm = [
    "npm",
    "pack",
    ...built.map((one) => path.resolve(one)),
    "--pack-destination",
    folder,
    "--silent",
  ];
  const { code, output } = await runProgram(npm);
  if (code !== 0) throw new Error(`The packages could not be packed:\n${output}`);
  return output
    .split("\n")
    .filter((line) => line.endsWith(".tgz"))
    .map((file) => path.join(folder, file));
}
