/** Says of a key that came before there was an item that it answers none. */
export function NotTaken({ missedKey }: { missedKey: string | null }) {
  return (
    <p role="status" className="px-6 pt-4 text-sm empty:hidden">
      {missedKey === null
        ? null
        : `No item yet, so ${missedKey} was not taken. Press it again once you see one.`}
    </p>
  );
}
