import type { ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** What a child writes until its end, both streams in the order of arrival, and its exit code, which a killed one has not. */
export async function outputOf(child: Child): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}
