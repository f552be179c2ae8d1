import { useState } from "react";
import { MAX_COLUMNS, modelsIn, modelsPatch, nextModel } from "#components/chat/models/playground-models.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import type { Column } from "./use-playground.ts";

/** The models of the playground, kept in the page's address, by default the first of `offered`. `kept` are those of a continued conversation. */
export function useColumns(offered: readonly string[], kept: readonly Column[] = []) {
  const { get, replace } = useSearchState();
  const [columns, setColumns] = useState<readonly Column[]>(() => {
    if (kept.length > 0) return kept;
    const named = modelsIn(get);
    const models = named.length > 0 ? named : offered.slice(0, 1);
    return models.map((model, at) => ({ id: String(at + 1), model }));
  });
  const change = (next: readonly Column[]) => {
    setColumns(next);
    replace(modelsPatch(next.map(({ model }) => model)));
  };
  const nextId = String(1 + Math.max(0, ...columns.map(({ id }) => Number(id))));
  return {
    columns,
    setModel: (id: string, model: string) =>
      change(
        columns.length === 0 ? [{ id, model }] : columns.map((one) => (one.id === id ? { id, model } : one)),
      ),
    /** Null if there is no room for more. */
    add:
      columns.length < MAX_COLUMNS && columns.length > 0
        ? () =>
            change([
              ...columns,
              {
                id: nextId,
                model: nextModel(
                  offered,
                  columns.map(({ model }) => model),
                ),
              },
            ])
        : null,
    remove: (id: string) => change(columns.filter((one) => one.id !== id)),
  };
}

/** `A`, `B`, …: how a place on the page is called. */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place);
}

/** The columns in the order in which a round shows them, followed by columns that were added later. */
export function inOrder(columns: readonly Column[], order: readonly string[]): Column[] {
  const placed = order.flatMap((id) => columns.find((one) => one.id === id) ?? []);
  return [...placed, ...columns.filter(({ id }) => !order.includes(id))];
}
