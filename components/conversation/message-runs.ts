/** Above this many messages the middle waits; it opens by blocks. */
const MAX_SHOWN = 60;
const BLOCK = 30;
const SHOWN_AT_START = 10;
const SHOWN_AT_END = 20;

/** Messages from `from` to before `to`, all shown or all waiting; `firstBlock` is the block that opens first. */
export type Run = { from: number; to: number; isHidden: boolean; firstBlock: number };

/** The blocks of a conversation of `count` messages that wait; `wanted` is a message that has to be shown. */
export function hiddenBlocks(count: number, opened: ReadonlySet<number>, wanted: number | null): number[] {
  if (count <= MAX_SHOWN) return [];
  const middle = count - SHOWN_AT_START - SHOWN_AT_END;
  const wantedBlock = wanted === null ? -1 : Math.floor((wanted - SHOWN_AT_START) / BLOCK);
  const blocks = Array.from({ length: Math.ceil(middle / BLOCK) }, (_, block) => block);
  return blocks.filter((block) => !opened.has(block) && block !== wantedBlock);
}

/** What is drawn and what waits, in order. */
export function runsOf(count: number, hidden: readonly number[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (to: number, isHidden: boolean, firstBlock: number) => {
    if (to > from) runs.push({ from, to, isHidden, firstBlock });
    from = to;
  };
  for (let i = 0; i < hidden.length; i++) {
    const first = hidden[i] ?? 0;
    let last = first;
    while (hidden[i + 1] === last + 1) {
      last++;
      i++;
    }
    add(SHOWN_AT_START + first * BLOCK, false, first);
    add(Math.min(SHOWN_AT_START + (last + 1) * BLOCK, count - SHOWN_AT_END), true, first);
  }
  add(count, false, 0);
  return runs;
}
