import type { Value } from "./graph.ts";
import { product } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** The row of `table` [V, D] for each of `ids` [R], int32 → [R, D]. */
export function embedding(
  tape: Tape,
  table: Value,
  { ids, vocabSize }: { ids: Value; vocabSize: number },
): Value {
  const { graph } = tape;
  const rows = graph.op("Gather", [table, ids], { axis: 0 });
  return tape.record(rows, [table], (dRows) =>
    // A product sums the rows of one id in a fixed order; adding them one by one from several threads would not.
    tape.contribute(table, (sum) => {
      const indices = graph.op("Cast", [ids], { to: INT64 });
      const isId = graph.op("OneHot", [indices, graph.ints(vocabSize), graph.floats([0, 1])], { axis: -1 }); // [R, V]
      return product(graph, [isId, dRows], { transA: true, plus: sum });
    }),
  );
}

/** The runtime's OneHot takes no shorter integers. */
const INT64 = 7;
