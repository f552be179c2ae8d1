"use client";

import clsx from "clsx";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { type Shortcut, writtenKey } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { useWindowed } from "#components/ui/use-windowed.ts";
import { columnClass, type DataTableProps, type RowKey, type Shown } from "./data-table-types.ts";
import { keptPlace } from "./use-kept-place.ts";

const ROW_HEIGHT_PX = 36;
const TALL_ROW_HEIGHT_PX = 56;
/** Each turn of a wheel may bring a whole window of rows, and every one beyond it costs as much as those in sight. */
const OVERSCAN_ROWS = 3;
const NO_SHORTCUTS: readonly Shortcut[] = [];

type BodyProps<Row> = Shown<Row> & {
  scroller: RefObject<HTMLDivElement | null>;
};

/** Draws only the rows in sight, between two spacer rows, so that long lists cost no more than short ones. */
export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { rows, getRowId, scroller, selected } = props;
  const keyboard = useRowKeyboard(props);
  const virtual = useWindowed({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (props.isTall ? TALL_ROW_HEIGHT_PX : ROW_HEIGHT_PX),
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: ROW_HEIGHT_PX,
    initialRect: { width: 0, height: 900 },
    initialOffset: () => keptPlace(props.listKey),
  });
  useListShortcuts(keyboard.step, virtual.scrollToIndex, {
    opens: Boolean(props.onOpen),
    selects: Boolean(selected),
    rowKeys: props.rowKeys,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody ref={keyboard.body} onKeyDown={(event) => keyboard.onKeyDown(event, virtual.scrollToIndex)}>
      <Spacer height={before} />
      {items.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const id = getRowId(row);
        return (
          <BodyRow
            key={id}
            {...props}
            id={id}
            row={row}
            index={item.index}
            isCurrent={item.index === Math.min(keyboard.current, rows.length - 1)}
            isSelected={selected?.has(id) ?? false}
            onCurrent={keyboard.setCurrent}
            onToggle={keyboard.toggle}
          />
        );
      })}
      <Spacer height={after} />
    </tbody>
  );
}

/** One cell is enough: a span over columns that narrow screens leave out would bring them back, empty. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable; this one only takes up room.
    <tr aria-hidden="true">
      <td
        className="p-0"
        ref={(td) => {
          // Set from script: the content policy forbids style attributes in what the server sends.
          td?.style.setProperty("height", `${height}px`);
        }}
      />
    </tr>
  );
}

type BodyRowProps<Row> = DataTableProps<Row> & {
  id: string;
  row: Row;
  index: number;
  isCurrent: boolean;
  isSelected: boolean;
  onCurrent: (index: number) => void;
  onToggle: (index: number, range: boolean) => void;
};

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { id, row, index, columns, selected, onOpen, isSelected, isCurrent } = props;
  const isOpen = props.openRowId === id;
  const ground = isOpen ? "bg-accent-tint" : isSelected ? "bg-accent-tint/60" : "hover:bg-hover";
  const cell = clsx("truncate border-line border-b px-3 first:pl-4 last:pr-4", props.isTall ? "h-14" : "h-9");
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-label={onOpen ? props.rowLabel(row) : undefined}
      aria-current={isOpen ? "true" : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => props.onCurrent(index)}
      onClick={(event) => {
        if (!isOnControl(event)) onOpen?.(row);
      }}
      className={clsx("group/row -outline-offset-2", ground, onOpen && "cursor-pointer")}
    >
      {selected ? (
        <td className={clsx(cell, "pr-0")}>
          <Checkbox
            hideLabel
            label={`Select ${props.rowLabel(row)}`}
            tabIndex={-1}
            checked={isSelected}
            onCheckedChange={() => {}}
            onClick={(event) => props.onToggle(index, event.shiftKey)}
            className="align-middle"
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} className={clsx(cell, columnClass(column, columns))}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A click on a link, button or box inside a row is meant for that, not for the row; nor is the end of a text selection. */
function isOnControl(event: MouseEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  // What a cell opens, such as a menu, stands elsewhere in the page, and its clicks still come up through the row.
  if (!event.currentTarget.contains(target)) return true;
  return target.closest("a, button, input, label") !== null || window.getSelection()?.type === "Range";
}

/** One row is in the tab order; keys move it, open it and select it. */
function useRowKeyboard<Row>(props: BodyProps<Row>) {
  const { rows, getRowId, onOpen, selected, onSelectedChange, rowKeys } = props;
  const [current, setCurrent] = useState(0);
  const anchor = useRef(0);
  const body = useRef<HTMLTableSectionElement>(null);

  const toggle = (index: number, range: boolean) => {
    const next = new Set(selected);
    const [from, to] = range
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index];
    const ids = rows.slice(from, to + 1).map(getRowId);
    const isSelecting = !next.has(ids[index - from] ?? "");
    for (const id of ids) isSelecting ? next.add(id) : next.delete(id);
    anchor.current = index;
    onSelectedChange?.(next);
  };

  const focusRow = (index: number, scrollTo: (index: number) => void) => {
    setCurrent(index);
    scrollTo(index);
    // The row may be drawn only after the scroll, so focus waits one frame.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };

  const onKeyDown = (event: KeyboardEvent, scrollTo: (index: number) => void) => {
    if (!(event.target instanceof HTMLTableRowElement) || event.metaKey || event.ctrlKey || event.altKey)
      return;
    const target = moveTarget(event.key, current, rows.length - 1);
    const row = rows[current];
    const own = rowKeys?.find(({ keys }) => keys === writtenKey(event));
    if (own && row !== undefined) own.run(row);
    else if (target !== null) focusRow(target, scrollTo);
    else if (event.key === "Enter") openCurrent();
    else if (selected && (event.key === " " || event.key.toLowerCase() === "x"))
      toggle(current, event.shiftKey);
    else return;
    event.preventDefault();
  };

  /** From anywhere on the page: into the list first, then along it. */
  const step = (by: number, scrollTo: (index: number) => void) => {
    const isInside = body.current?.contains(document.activeElement) ?? false;
    focusRow(Math.max(0, Math.min(isInside ? current + by : current, rows.length - 1)), scrollTo);
  };

  const openCurrent = () => {
    const row = rows[current];
    if (row !== undefined) onOpen?.(row);
  };

  return { current, setCurrent, toggle, step, body, onKeyDown };
}

/** J and K reach the list from anywhere; the rest belongs to the focused row, and the help names it. */
function useListShortcuts<Row>(
  step: (by: number, scrollTo: (index: number) => void) => void,
  scrollTo: (index: number) => void,
  {
    opens,
    selects,
    rowKeys,
  }: { opens: boolean; selects: boolean; rowKeys: readonly RowKey<Row>[] | undefined },
): void {
  const move = useEffectEvent((by: number) => step(by, scrollTo));
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>(NO_SHORTCUTS);
  useEffect(() => {
    setShortcuts([
      { keys: "j", label: "Next row", run: () => move(1) },
      { keys: "k", label: "Previous row", run: () => move(-1) },
      ...(rowKeys ?? []).map(({ keys, label }) => ({ keys, label, run: null })),
      ...(opens && !rowKeys?.some(({ keys }) => keys === "enter")
        ? [{ keys: "enter", label: "Open the row", run: null }]
        : []),
      ...(selects ? [{ keys: "x", label: "Select the row", run: null }] : []),
      ...(selects ? [{ keys: "shift+x", label: "Select up to the row", run: null }] : []),
    ]);
  }, [opens, selects, rowKeys]);
  useShortcuts("List", shortcuts);
}

function moveTarget(key: string, current: number, last: number): number | null {
  if (key === "ArrowDown" || key === "j") return Math.min(current + 1, last);
  if (key === "ArrowUp" || key === "k") return Math.max(current - 1, 0);
  if (key === "PageDown") return Math.min(current + 15, last);
  if (key === "PageUp") return Math.max(current - 15, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return null;
}
