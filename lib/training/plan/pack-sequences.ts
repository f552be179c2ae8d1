/**
 * Fills packs of up to `length` tokens, first fit, in the order given; none is split. One that is longer has a pack to itself.
 * Answers the members of each pack by their index.
 */
export function packSequences(lengths: readonly number[], length: number): number[][] {
  const packs: { members: number[]; room: number }[] = [];
  for (const [index, tokens] of lengths.entries()) {
    let pack = packs.find(({ room }) => tokens <= room);
    if (!pack) {
      pack = { members: [], room: length };
      packs.push(pack);
    }
    pack.members.push(index);
    pack.room -= tokens;
  }
  return packs.map(({ members }) => members);
}
