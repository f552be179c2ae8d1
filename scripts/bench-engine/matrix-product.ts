import * as ort from "onnxruntime-node";
import { Graph } from "#lib/engine/embedded/graph/graph.ts";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { Session } from "#lib/engine/embedded/runtime/session.ts";

const SIDE = 1024;
const FLOP = 2 * SIDE ** 3;

/** The plain matrix product of the runtime, the yardstick of all else that it computes. */
export class MatrixProduct {
  readonly #session: Session;
  readonly #left = square("left");
  readonly #right = square("right");
  readonly #product = square("product");

  private constructor(session: Session) {
    this.#session = session;
  }

  static async open(threads: number): Promise<MatrixProduct> {
    const graph = new Graph();
    const sides = [SIDE, SIDE];
    const [left, right] = [graph.input("left", "float32", sides), graph.input("right", "float32", sides)];
    graph.output(graph.op("MatMul", [left, right]), "product", "float32", sides);
    return new MatrixProduct(await Session.open(graph, { threads }));
  }

  /** The fastest of so many products, in floating point operations a second. */
  async flops(times: number): Promise<number> {
    const feeds = { left: this.#left, right: this.#right };
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < times; i++) {
      const startedAt = performance.now();
      await this.#session.run(feeds, { product: this.#product });
      best = Math.min(best, performance.now() - startedAt);
    }
    return FLOP / (best / 1000);
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}

function square(name: string): ort.Tensor {
  const random = randomNumbers(1, name);
  const values = Float32Array.from({ length: SIDE * SIDE }, () => random() - 0.5);
  return new ort.Tensor("float32", values, [SIDE, SIDE]);
}
