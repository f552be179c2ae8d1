/** Appears only when the wait passes 150 ms. The words beside it, not it, say what is awaited. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`inline-flex animate-late ${className}`}>
      {/* Lucide's loader-circle. Drawn here, a button needs no library of icons, and the error pages, which come with every page, have buttons. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        className="size-full animate-spin motion-reduce:animate-none"
      >
        <path d="M21 12a9 9 0 1 1-6.219-8.56" />
      </svg>
    </span>
  );
}
