"use client";

import { Skeleton, SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { useHearDigits } from "./early-digits.tsx";
import { NotTaken } from "./not-taken.tsx";

/** The shape of the desk while it loads for the first time. What is pressed by then is not taken, and it says so; `missedKey` is what the desk knows of already. */
export function DeskSkeleton({ missedKey = null }: { missedKey?: string | null }) {
  const digit = useHearDigits();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Annotate</h1>
      <div className="flex min-h-12 items-center gap-3 border-line border-b px-4">
        <Skeleton className="h-3 w-48" />
        <Skeleton className="ml-auto h-3 w-32" />
      </div>
      <div className="flex min-h-0 flex-1 max-[56.24rem]:flex-col">
        <div
          aria-hidden="true"
          className="flex w-60 shrink-0 flex-col gap-4 border-line border-r p-3 max-[79.99rem]:hidden"
        >
          <Skeleton className="h-6" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
        <div className="min-h-0 flex-1">
          <NotTaken missedKey={digit ?? missedKey} />
          <div className="p-6">
            <SkeletonLines label="Loading the desk" lines={8} />
          </div>
        </div>
        <div
          aria-hidden="true"
          className="flex w-95 flex-col gap-6 border-line border-l p-4 max-[56.24rem]:w-full max-[56.24rem]:border-t max-[56.24rem]:border-l-0"
        >
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-16" />
        </div>
      </div>
    </div>
  );
}

/** In the place of the item, until there is one or it is known why not. */
export function MoreItemsSkeleton() {
  return (
    <div className="p-6">
      <SkeletonLines label="Looking for more items" lines={6} />
    </div>
  );
}
