import type { Settings } from "#lib/platform/env.ts";
import { WrongSetting } from "#lib/platform/env.ts";

export type TorchSettings = {
  /** The interpreter that the server runs in. */
  readonly python: string;
  /** One that runs already, instead. */
  readonly server: { readonly url: string; readonly token: string } | null;
  /** Of the products of matrices; null is bfloat16 on a GPU and float32 elsewhere. */
  readonly dtype: "float32" | "bfloat16" | null;
  /** Whether a gradient computes each layer's activations again instead of keeping them. */
  readonly recomputes: boolean;
};

/** Throws `WrongSetting` where an address has no token. */
export function torchSettings(settings: Settings): TorchSettings {
  const { TORCH_SERVER: url, TORCH_TOKEN: token } = settings;
  if (url && !token)
    throw new WrongSetting(
      "The setting TORCH_SERVER needs TORCH_TOKEN: use the token that the server was started with.",
    );
  return {
    python: settings.TORCH_PYTHON,
    server: url && token ? { url, token } : null,
    dtype: settings.TORCH_DTYPE ?? null,
    recomputes: settings.TORCH_RECOMPUTE === "yes",
  };
}
