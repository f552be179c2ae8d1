-- As `20261123040000_untold_times`, of imported calls that have no output, such as uses of tools whose result the file did not hold.
UPDATE "call" SET
  "is_untimed" = true,
  "attributes" = regexp_replace("attributes"::text, '\}\s*$', ',"spindle":{"not_in_source":["duration"]}}')::json
WHERE "output" IS NULL AND "attributes"::text ~ '^\{"import":\{"format":"(openai|sharegpt|dialogue)"[,}]'
  AND "attributes"::text NOT LIKE '%"spindle":%';
