-- Tokens in the summary of a call: summed over the models of `usage`, the total if reported, else prompt plus completion (or input plus output).
-- Whole numbers of up to fifteen digits count, anything else is missing; null if there is no number. Never fails, whatever the shape of the
-- summary. Kept totals hold the sum. A table of one row, since PostgreSQL makes such a function a part of the statement that names it: called as
-- one, it takes three times as long.
CREATE OR REPLACE FUNCTION tokens_of(summary json) RETURNS TABLE (tokens numeric) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sum(coalesce(said.total, CASE WHEN said.prompt IS NULL AND said.completion IS NULL THEN NULL
    ELSE coalesce(said.prompt, 0) + coalesce(said.completion, 0) END))
  FROM json_each(CASE WHEN json_typeof($1 -> 'usage') = 'object' THEN $1 -> 'usage' ELSE '{}'::json END) model
  CROSS JOIN LATERAL (SELECT
    substring(model.value ->> 'total_tokens' from '^[0-9]{1,15}$')::int8 AS total,
    coalesce(substring(model.value ->> 'prompt_tokens' from '^[0-9]{1,15}$'), substring(model.value ->> 'input_tokens' from '^[0-9]{1,15}$'))::int8 AS prompt,
    coalesce(substring(model.value ->> 'completion_tokens' from '^[0-9]{1,15}$'), substring(model.value ->> 'output_tokens' from '^[0-9]{1,15}$'))::int8 AS completion) said
$$;
