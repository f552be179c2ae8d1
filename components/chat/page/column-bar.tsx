"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Badge } from "#components/ui/button/badge.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { ChatModelPicker, type ChatModels } from "./chat-model-picker.tsx";
import { columnsClass } from "./columns-class.ts";
import { letterOf } from "./use-columns.ts";
import type { Column } from "./use-playground.ts";

type ColumnBarProps = {
  models: ChatModels;
  /** In the displayed order. */
  columns: readonly Column[];
  areHidden: boolean;
  onModel: (columnId: string, model: string) => void;
  onRemove: (columnId: string) => void;
};

/** The model of each column. */
export function ColumnBar({ models, columns, areHidden, onModel, onRemove }: ColumnBarProps) {
  const hasSeveral = columns.length > 1;
  const shown = columns.length === 0 ? [{ id: "1", model: null }] : columns;
  return (
    <div className="shrink-0 border-line border-b px-4 py-2">
      <div
        className={clsx(
          "grid min-w-0 gap-x-4 gap-y-2",
          hasSeveral ? columnsClass(columns.length) : "mx-auto max-w-3xl",
        )}
      >
        {shown.map(({ id, model }, place) => (
          <div key={id} className="flex min-w-0 items-center gap-2">
            {hasSeveral ? <Badge>{letterOf(place)}</Badge> : null}
            {areHidden ? (
              <span className="flex h-8 items-center text-muted text-sm">Hidden until you vote</span>
            ) : (
              <ChatModelPicker
                models={models}
                letter={hasSeveral ? letterOf(place) : null}
                value={model || null}
                onChange={(chosen) => onModel(id, chosen)}
              />
            )}
            {hasSeveral && !areHidden ? (
              <IconButton
                label={`Remove model ${letterOf(place)}`}
                icon={<X />}
                size="sm"
                onClick={() => onRemove(id)}
              />
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}
