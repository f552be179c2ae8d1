/**
 * What counting says: the character after each run of up to `order` characters, each order blended into the shorter one by how many
 * different characters follow the run. Witten and Bell, "The zero-frequency problem", 1991, method C. Answers nats a character on `held`.
 */
export function countModelLoss(trained: string, held: string, order: number, symbols: number): number {
  const counts = countRuns(trained, order);
  let nats = 0;
  for (let at = order; at < held.length; at++) {
    let probability = 1 / symbols;
    for (let length = 0; length <= order; length++) {
      const seen = counts.get(held.slice(at - length, at));
      if (!seen) break;
      const kinds = seen.next.size;
      probability = ((seen.next.get(held[at] ?? "") ?? 0) + kinds * probability) / (seen.total + kinds);
    }
    nats -= Math.log(probability);
  }
  return nats / (held.length - order);
}

type Seen = { total: number; readonly next: Map<string, number> };

function countRuns(text: string, order: number): Map<string, Seen> {
  const counts = new Map<string, Seen>();
  for (let at = 0; at < text.length; at++)
    for (let length = 0; length <= Math.min(order, at); length++) {
      const run = text.slice(at - length, at);
      const seen = counts.get(run) ?? { total: 0, next: new Map() };
      seen.total += 1;
      seen.next.set(text[at] ?? "", (seen.next.get(text[at] ?? "") ?? 0) + 1);
      counts.set(run, seen);
    }
  return counts;
}
