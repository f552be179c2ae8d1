-- A checkpoint's metrics are means over the last tenth of its job's steps, at most 20; they were means over the last 20 or all.
UPDATE "checkpoint" c SET "metrics" = m."metrics"
FROM (
  SELECT job_id, json_object_agg(name, mean ORDER BY name) AS "metrics" FROM (
    SELECT t.job_id, t.name, sum(t.sum) / sum(t.count) AS mean
    FROM "training_metric" t JOIN "training_job" j ON j.id = t.job_id
    WHERE t.tier = 0 AND t.span >= j.step - least(20, greatest(1, ceil(j.step / 10.0)))
    GROUP BY t.job_id, t.name) means
  GROUP BY job_id) m
WHERE m.job_id = c.job_id;
