-- Set off by: each statement that adds, changes or removes rows of thread_stat: the worker's folds, and the end of a project.
-- Adds what the new summaries say to the totals of their project, and takes away what the old ones said, so that summaries and totals always match.
-- What comes and goes alike is not written. Rows are written in one order, so that nobody waits in a circle.

CREATE OR REPLACE FUNCTION total_changed_threads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM new_threads'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM old_threads'
    ELSE 'SELECT 1 AS sign, * FROM new_threads UNION ALL SELECT -1, * FROM old_threads' END;
BEGIN
  EXECUTE 'INSERT INTO thread_total (project_id, facet, place, is_traffic, amount)
    SELECT p.id, said.facet, said.place, is_traffic_thread(stat.thread_id), sum(stat.sign * said.amount)
    FROM (' || changed || ') stat JOIN project p ON p.id = stat.project_id
    CROSS JOIN LATERAL facets_of_thread(stat.turn_count, stat.p50_ms, stat.first_start, stat.is_start_undated, stat.feedback) said
    WHERE stat.turn_count > 0
    GROUP BY 1, 2, 3, 4 HAVING sum(stat.sign * said.amount) <> 0
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, facet, place, is_traffic) DO UPDATE SET amount = thread_total.amount + excluded.amount';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER thread_stat_inserted_total AFTER INSERT ON thread_stat
  REFERENCING NEW TABLE AS new_threads FOR EACH STATEMENT EXECUTE FUNCTION total_changed_threads();
CREATE OR REPLACE TRIGGER thread_stat_updated_total AFTER UPDATE ON thread_stat
  REFERENCING OLD TABLE AS old_threads NEW TABLE AS new_threads FOR EACH STATEMENT EXECUTE FUNCTION total_changed_threads();
CREATE OR REPLACE TRIGGER thread_stat_deleted_total AFTER DELETE ON thread_stat
  REFERENCING OLD TABLE AS old_threads FOR EACH STATEMENT EXECUTE FUNCTION total_changed_threads();
