/** What the cells of the tables here share. */
export const CELL = "px-3 py-2 align-top";
export const NUMBER = `${CELL} text-right tabular-nums whitespace-nowrap`;
