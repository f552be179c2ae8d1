/** What one conversation brings into a batch; every one of its sampled tokens has its weight and advantage. */
export type BatchMember = {
  readonly sampledTokens: number;
  readonly weight: number;
  readonly advantage: number;
};

/**
 * Scales a whole batch before it is cut into steps: weights to mean 1 over sampled tokens; of the advantages the negative ones × (1 − b)
 * where the balance b > 0, the positive ones × (1 + b) where b < 0; then all advantages ÷ mean(|A| · w) over sampled tokens. Where
 * nothing is left to scale by, advantages are 0.
 */
export function normaliseBatch<M extends BatchMember>(members: readonly M[], advantageBalance: number): M[] {
  const tokens = sum(members, (member) => member.sampledTokens);
  const meanWeight = sum(members, (member) => member.sampledTokens * member.weight) / tokens;
  const balanced = members.map((member) => ({
    ...member,
    weight: member.weight / meanWeight,
    advantage: balancedAdvantage(member.advantage, advantageBalance),
  }));
  const magnitude =
    sum(balanced, (member) => member.sampledTokens * Math.abs(member.advantage) * member.weight) / tokens;
  return balanced.map((member) => ({
    ...member,
    advantage: magnitude > 0 ? member.advantage / magnitude : 0,
  }));
}

function balancedAdvantage(advantage: number, balance: number): number {
  if (balance > 0 && advantage < 0) return advantage * (1 - balance);
  if (balance < 0 && advantage > 0) return advantage * (1 + balance);
  return advantage;
}

function sum<M>(members: readonly M[], valueIn: (member: M) => number): number {
  return members.reduce((total, member) => total + valueIn(member), 0);
}
