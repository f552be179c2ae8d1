ALTER TYPE "dataset_kind" ADD VALUE 'prompts';
