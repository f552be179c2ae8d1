ALTER TYPE "dataset_kind" ADD VALUE 'kto';
ALTER TYPE "dataset_kind" ADD VALUE 'reward';
ALTER TYPE "dataset_kind" ADD VALUE 'eval';
