"use client";

import { Download, EyeOff, Image, Maximize2, Minimize2, MoreHorizontal, Pin, PinOff } from "lucide-react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { type ChartOrder, toggled } from "./chart-order.ts";

type ChartActionsProps = {
  name: string;
  title: string;
  order: ChartOrder;
  onOrder: (change: Partial<ChartOrder>) => void;
  onPicture: () => void;
  onValues: () => void;
};

/** What can be done with one chart. */
export function ChartActions({ name, title, order, onOrder, onPicture, onValues }: ChartActionsProps) {
  const { pinned, hidden, large } = order;
  const isPinned = pinned.includes(name);
  const isLarge = large === name;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`Actions for the chart ${title}`} icon={<MoreHorizontal />} />}
    >
      <MenuItem
        icon={isLarge ? <Minimize2 /> : <Maximize2 />}
        onSelect={() => onOrder({ large: isLarge ? null : name })}
      >
        {isLarge ? "Reduce" : "Enlarge"}
      </MenuItem>
      <MenuItem
        icon={isPinned ? <PinOff /> : <Pin />}
        onSelect={() => onOrder({ pinned: toggled(pinned, name) })}
      >
        {isPinned ? "Unpin" : "Pin to the front"}
      </MenuItem>
      <MenuItem icon={<EyeOff />} onSelect={() => onOrder({ hidden: toggled(hidden, name) })}>
        Hide
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Image />} onSelect={onPicture}>
        Save as a picture (PNG)
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={onValues}>
        Save the values (CSV)
      </MenuItem>
    </Menu>
  );
}
