import { stat } from "node:fs/promises";
import type { StoredTensor, Tensor } from "../model/parameters.ts";
import { readTensor } from "./safetensors.ts";

/** Held weakly: the numbers stay in memory as long as somebody computes with them. */
const shared = new Map<string, WeakRef<Tensor["data"]>>();
const gone = new FinalizationRegistry((key: string) => {
  if (shared.get(key)?.deref() === undefined) shared.delete(key);
});

/** The tensor of that place, read once for all who hold it at a time. */
export async function sharedTensor(stored: StoredTensor): Promise<Tensor> {
  const { path, start, end, shape } = stored;
  const { ino, size, mtimeMs } = await stat(path);
  const key = JSON.stringify([path, ino, size, mtimeMs, start, end]);
  const known = shared.get(key)?.deref();
  if (known) return { shape, data: known };
  const { data } = await readTensor(stored);
  shared.set(key, new WeakRef(data));
  gone.register(data, key);
  return { shape, data };
}
