import { spawnSync } from "node:child_process";
import { torchSettings } from "#lib/engine/torch/torch-settings.ts";
import { bareEnvironment, type Settings, WrongSetting } from "#lib/platform/env.ts";

/** What the engine's Python needs (engines/torch/pyproject.toml). */
const PACKAGES = ["torch", "transformers", "peft", "safetensors", "numpy"];
/** Finding packages takes a moment; loading them, seconds, so that waits for the first model. */
const FIND = `import importlib.util, sys
print(" ".join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))`;
const ANSWERS_WITHIN_MS = 30_000;

/** Stops the start when the engine of the settings has no Python here, or its Python lacks packages. A server elsewhere may come up later. */
export function requireEngine(settings: Settings): void {
  if (settings.ENGINE !== "torch") return;
  const { python, server } = torchSettings(settings);
  if (server) return;
  const found = spawnSync(python, ["-c", FIND, ...PACKAGES], {
    encoding: "utf8",
    env: bareEnvironment({}),
    timeout: ANSWERS_WITHIN_MS,
  });
  const problem = found.error?.message ?? (found.status === 0 ? "" : found.stderr.trim().split("\n").at(-1));
  if (problem || found.status !== 0)
    throw new WrongSetting(
      `ENGINE=torch needs a Python, and ${python} cannot be used (${problem || `status ${found.status}`}): ` +
        "set TORCH_PYTHON to one that has the packages of engines/torch/requirements.txt.",
    );
  const missing = found.stdout.trim();
  if (missing !== "")
    throw new WrongSetting(
      `ENGINE=torch needs packages that ${python} does not have (${missing.split(" ").join(", ")}): ` +
        `run "${python} -m pip install -r engines/torch/requirements.txt", or set TORCH_PYTHON to a Python that has them.`,
    );
}
