/**
 * How many words of `dialect.ts` a folder may still have. In tens, so that a sentence
 * that moves breaks nothing. These numbers only fall: lower them when you replace some.
 */
export const REMAINING: Readonly<Record<string, number>> = {
  ".": 10,
  "components/desk": 120,
  "components/quality": 10,
  "components/queues": 60,
  "components/training": 50,
  e2e: 10,
  "lib/annotation": 40,
  "lib/training": 140,
};
