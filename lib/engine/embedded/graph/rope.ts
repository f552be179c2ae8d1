import type { Graph, Value } from "./graph.ts";
import { plus } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** Cosines and sines [L, headWidth / 2], and the position of each token [B, T], int64. */
export type Rotation = {
  readonly cos: Value;
  readonly sin: Value;
  /** −sin, which turns back. */
  readonly negativeSin: Value;
  readonly positions: Value;
};

/** RoPE: turns channel i and i + headWidth / 2 of x [B, H, T, headWidth] by the angle of the token's position. */
export function rope(tape: Tape, x: Value, rotation: Rotation): Value {
  const { graph } = tape;
  const y = turn(graph, x, { ...rotation, sin: rotation.sin });
  return tape.record(y, [x], (dy) =>
    tape.contribute(x, (sum) =>
      plus(graph, sum, turn(graph, dy, { ...rotation, sin: rotation.negativeSin })),
    ),
  );
}

function turn(graph: Graph, x: Value, { positions, cos, sin }: Omit<Rotation, "negativeSin">): Value {
  return graph.op("RotaryEmbedding", [x, positions, cos, sin], { interleaved: 0 }, "com.microsoft");
}
