import { LoaderCircle } from "lucide-react";

/** Appears only when the wait passes 150 ms. The words beside it, not it, say what is awaited. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`inline-flex animate-late ${className}`}>
      <LoaderCircle className="size-full animate-spin motion-reduce:animate-none" />
    </span>
  );
}
