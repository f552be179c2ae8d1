import type { Engine, PolicyFiles } from "#lib/engine/port/port.ts";
import { Connection } from "./connection.internal.ts";
import { startServer } from "./server-process.internal.ts";
import { TorchSampler } from "./torch-sampler.internal.ts";
import { TorchScorer } from "./torch-scorer.internal.ts";
import type { TorchSettings } from "./torch-settings.ts";
import { TorchTrainer } from "./torch-trainer.internal.ts";
import type { Fields } from "./wire.internal.ts";

/** With more tokens in one run, a small GPU has no room for their logits. */
const TOKEN_BUDGET = 4096;

/**
 * Trains and samples in a server of Python and PyTorch (`engines/torch`), on a GPU where there is one. The server is started when it is first
 * asked, and again when it is asked after it ended; what was open in it is lost, as after any `EngineFault`.
 */
export function torchEngine(settings: TorchSettings): Engine {
  let connecting: Promise<Connection> | null = null;
  const connection = async (): Promise<Connection> => {
    const known = await connecting?.catch(() => null);
    if (known && known.ended === null) return known;
    known?.close();
    const started = startServer(settings).then((server) => new Connection(server));
    connecting = started;
    return started;
  };
  const open = async (operation: string, fields: Fields) => (await connection()).open(operation, fields);
  return {
    name: "torch",
    openSampler: async (policy, options = {}) => {
      const { handle, facts } = await open("open_sampler", { ...filesOf(policy), threads: options.threads });
      return new TorchSampler(handle, facts, options);
    },
    openScorer: async (policy, options = {}) => {
      const { handle, facts } = await open("open_scorer", { ...filesOf(policy), threads: options.threads });
      return new TorchScorer(handle, facts, options);
    },
    openTrainer: async (policy, { method, tokenBudget = TOKEN_BUDGET, threads }) => {
      const fields = { ...filesOf(policy), method, token_budget: tokenBudget, threads };
      const { handle, facts } = await open("open_trainer", fields);
      return new TorchTrainer(handle, facts);
    },
  };
}

function filesOf({ modelFolder, adapterFolder }: PolicyFiles): Fields {
  return { model_folder: modelFolder, adapter_folder: adapterFolder };
}
