-- Called by: note_new_calls_for_rules, note_ended_calls_for_rules and note_feedback_for_rules.
-- Notes calls of one project for its rules, up to eight in a row: fewer rows than calls cost less while calls are recorded, and no rule is
-- ever made to look at more than a row of them (MIN_CALLS in lib/annotation/rules/fill-queues.ts).

CREATE OR REPLACE FUNCTION note_calls_for_rules(project text, calls text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO rule_inbox (project_id, call_ids)
    SELECT project, calls[first : first + 7] FROM generate_series(1, cardinality(calls), 8) AS first;
$$;
