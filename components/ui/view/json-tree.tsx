"use client";

import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from "react";
import { useRevealedWithin } from "#components/ui/mount/reveal.tsx";
import { type JsonRow, jsonRows, parentIndex } from "#components/ui/text/json-rows.ts";
import { useScrollTo } from "#components/ui/use-scroll-to.ts";
import { useWindowed } from "#components/ui/use-windowed.ts";
import { JsonLine } from "./json-line.tsx";

type JsonTreeProps = {
  value: unknown;
  /** What the value is, for screen readers: `Inputs`. */
  label: string;
  /** Containers up to this depth start open, unless they hold more than a hundred children. */
  openDepth?: number;
  className?: string;
  /** The place of the tree if its content can be searched; a value's place is this followed by its JSON Pointer. */
  anchor?: string | undefined;
  /** Something to say of single values, by their JSON Pointers. */
  remarks?: Remarks | undefined;
};

type Remarks = ReadonlyMap<string, string>;

const LINE_HEIGHT_PX = 22;
const MANY_CHILDREN = 100;
/** Up to here all lines are drawn and the page scrolls; above, the tree scrolls by itself and draws what is in sight. */
const DRAWN_WHOLE = 300;

export function JsonTree({ value, label, openDepth = 2, className, anchor, remarks }: JsonTreeProps) {
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, flip, shownPath } = useOpenRows(value, openDepth, anchor);
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState<string | null>(null);
  if (shownPath !== shown) {
    setShown(shownPath);
    const index = rows.findIndex(({ path }) => path === shownPath);
    if (index >= 0) setActive(index);
  }
  const current = Math.min(active, rows.length - 1);
  const isBig = rows.length > DRAWN_WHOLE;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepFor(event.key, rows, current);
    if (next === null) return;
    event.preventDefault();
    if (next.flip !== undefined) flip(next.flip);
    setActive(next.index);
  };
  const onPick = (index: number, row: JsonRow) => {
    setActive(index);
    if (row.childCount > 0) flip(row.path);
  };
  const Lines = isBig ? VirtualLines : AllLines;
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={lineId(treeId, current)}
      onKeyDown={onKeyDown}
      className={clsx(
        "group/tree overflow-auto rounded-md py-1 font-mono text-xs",
        isBig && "max-h-[70dvh]",
        className,
      )}
    >
      <Lines {...{ treeId, scroller, rows, current, anchor, remarks, onPick }} />
    </div>
  );
}

/** Remembers only which containers differ from how they start, so that a new value starts fresh where it is new. */
function useOpenRows(value: unknown, openDepth: number, anchor: string | undefined) {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<number | null>(null);
  const revealed = useRevealedWithin(anchor);
  const shownPath = revealed && anchor !== undefined ? pointerOf(revealed.anchor, anchor) : null;
  if (revealed && revealed.stamp !== seen && shownPath !== null) {
    setSeen(revealed.stamp);
    setOpened(new Set([...opened, ...containersOf(shownPath)]));
    setFlipped(new Set([...flipped].filter((path) => !containersOf(shownPath).includes(path))));
  }
  const rows = useMemo(() => {
    const startsOpen = (path: string, depth: number, children: number) =>
      opened.has(path) || (depth < openDepth && children <= MANY_CHILDREN);
    return jsonRows(
      value,
      (path, depth, children) => startsOpen(path, depth, children) !== flipped.has(path),
    );
  }, [value, openDepth, flipped, opened]);
  const flip = (path: string) =>
    setFlipped((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  // Its line is there only once its containers are open.
  return { rows, flip, shownPath: revealed?.stamp === seen ? shownPath : null };
}

/** The JSON Pointer of a place of a tree, without the word for its name or value. */
function pointerOf(place: string, tree: string): string {
  return place.slice(tree.length).replace(/#(name|value)$/, "");
}

/** The pointers of everything around a value, the root first. */
function containersOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1, -1);
  return ["", ...steps.map((_, i) => `/${steps.slice(0, i + 1).join("/")}`)];
}

type LinesProps = {
  treeId: string;
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly JsonRow[];
  current: number;
  anchor: string | undefined;
  remarks: Remarks | undefined;
  onPick: (index: number, row: JsonRow) => void;
};

function AllLines({ treeId, rows, current, anchor, remarks, onPick }: LinesProps) {
  return rows.map((row, index) => (
    <TreeLine
      key={row.path}
      id={lineId(treeId, index)}
      row={row}
      anchor={anchor}
      remark={remarks?.get(row.path)}
      isActive={index === current}
      onPick={() => onPick(index, row)}
    />
  ));
}

function VirtualLines({ treeId, scroller, rows, current, anchor, remarks, onPick }: LinesProps) {
  const virtual = useWindowed({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT_PX,
    overscan: 20,
  });
  useScrollTo(virtual, { index: current, stamp: current, align: "auto" });
  return (
    <div
      role="presentation"
      className="relative"
      ref={(box) => {
        // Set from script: the content policy forbids style attributes in what the server sends.
        box?.style.setProperty("height", `${virtual.getTotalSize()}px`);
      }}
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <div
            key={row.path}
            ref={virtual.measureElement}
            data-index={item.index}
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <TreeLine
              id={lineId(treeId, item.index)}
              row={row}
              anchor={anchor}
              remark={remarks?.get(row.path)}
              isActive={item.index === current}
              onPick={() => onPick(item.index, row)}
            />
          </div>
        );
      })}
    </div>
  );
}

type TreeLineProps = {
  id: string;
  row: JsonRow;
  anchor: string | undefined;
  remark: string | undefined;
  isActive: boolean;
  onPick: () => void;
};

/** The guides are elements rather than padding, since depth has no bound and inline styles are forbidden. */
function TreeLine({ id, row, anchor, remark, isActive, onPick }: TreeLineProps) {
  const guides = Array.from({ length: Math.min(row.depth, 40) }, (_, i) => i);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names its active line by aria-activedescendant.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.childCount > 0 ? row.isOpen : undefined}
      aria-selected={isActive}
      onClick={onPick}
      className={clsx(
        "flex min-h-5.5 items-stretch rounded-sm px-1 hover:bg-hover",
        isActive &&
          "group-focus-visible/tree:bg-hover group-focus-visible/tree:ring-1 group-focus-visible/tree:ring-ring",
        row.childCount > 0 && "cursor-pointer",
      )}
    >
      {guides.map((i) => (
        <span key={i} aria-hidden="true" className="ml-1.5 w-2.5 shrink-0 border-line border-l" />
      ))}
      <span aria-hidden="true" className="flex h-5.5 w-4 shrink-0 items-center text-faint">
        {row.childCount > 0 ? (
          <ChevronRight className={clsx("size-3 transition-transform", row.isOpen && "rotate-90")} />
        ) : null}
      </span>
      <JsonLine
        row={row}
        anchor={anchor === undefined ? undefined : `${anchor}${row.path}`}
        remark={remark}
      />
    </div>
  );
}

function lineId(treeId: string, index: number): string {
  return `${treeId}-${index}`;
}

/** What a key does: where the active line goes, and which container opens or closes. */
function stepFor(
  key: string,
  rows: readonly JsonRow[],
  active: number,
): { index: number; flip?: string } | null {
  const row = rows[active];
  if (!row) return null;
  const last = rows.length - 1;
  if (key === "ArrowDown") return { index: Math.min(active + 1, last) };
  if (key === "ArrowUp") return { index: Math.max(active - 1, 0) };
  if (key === "Home") return { index: 0 };
  if (key === "End") return { index: last };
  if (key === "ArrowRight" && row.childCount > 0)
    return row.isOpen ? { index: active + 1 } : { index: active, flip: row.path };
  if (key === "ArrowLeft")
    return row.isOpen ? { index: active, flip: row.path } : { index: Math.max(parentIndex(rows, active), 0) };
  if ((key === "Enter" || key === " ") && row.childCount > 0) return { index: active, flip: row.path };
  return null;
}
