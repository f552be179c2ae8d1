const cents = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const fractions = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 3,
});

/** Dollars: whole cents, and below ten of them three digits that count. */
export function costText(dollars: number): string {
  return dollars === 0 || dollars >= 0.1 ? cents.format(dollars) : fractions.format(dollars);
}
