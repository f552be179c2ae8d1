-- A checkpoint's metrics are means over the last 20 steps of its job, as pages say; they were means over all of them.
UPDATE "checkpoint" c SET "metrics" = m."metrics"
FROM (
  SELECT job_id, json_object_agg(name, mean ORDER BY name) AS "metrics" FROM (
    SELECT t.job_id, t.name, sum(t.sum) / sum(t.count) AS mean
    FROM "training_metric" t JOIN "training_job" j ON j.id = t.job_id
    WHERE t.tier = 0 AND t.span >= j.step - 20
    GROUP BY t.job_id, t.name) means
  GROUP BY job_id) m
WHERE m.job_id = c.job_id;
