-- Jobs that learn from what people preferred.
ALTER TYPE "job_kind" ADD VALUE 'preference';
