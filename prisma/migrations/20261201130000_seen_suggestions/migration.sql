-- Which suggestions an annotator had in sight, as the form says that sent the answer. Of answers from before, nobody knows.
ALTER TABLE "item_progress" ADD COLUMN     "is_from_form" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "suggested_refs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
