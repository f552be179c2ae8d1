-- What the rows of an uploaded file are for, so that forms offer it only where it fits. Of files from before nobody looked.
CREATE TYPE "file_kind" AS ENUM ('sft', 'preference', 'kto', 'reward', 'prompts');
ALTER TABLE "uploaded_file" ADD COLUMN "kind" "file_kind";
