import type { Arena } from "./arena.ts";
import type { Budget } from "./budget.ts";

/** Does its part of the budget; each finding is one sentence, and none of them is good. `tried` says what was done. */
export type Trial = (arena: Arena, budget: Budget) => Promise<{ tried: string; findings: string[] }>;
