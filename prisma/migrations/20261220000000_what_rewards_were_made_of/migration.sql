-- works with code from: 20261216000000_sizes_of_base_models
-- Whose answers and decisions made a reward, so that lineage and retractions find the rounds that learned from them.
CREATE TABLE "rl_evidence" (
    "project_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sample" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "evidence_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "rl_evidence_pkey" PRIMARY KEY ("project_id","run_id","round","position","sample","kind","evidence_id")
);

CREATE INDEX "rl_evidence_project_id_evidence_id_idx" ON "rl_evidence"("project_id", "evidence_id");

CREATE INDEX "rl_evidence_project_id_user_id_idx" ON "rl_evidence"("project_id", "user_id");

ALTER TABLE "rl_evidence" ADD CONSTRAINT "rl_evidence_project_id_run_id_round_position_sample_fkey" FOREIGN KEY ("project_id", "run_id", "round", "position", "sample") REFERENCES "rl_rollout"("project_id", "run_id", "round", "position", "sample") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rl_evidence" ADD CONSTRAINT "rl_evidence_kind_check" CHECK (kind IN ('answer', 'decision'));

-- Of rounds from before: what each annotator who completed the item had said last when the rewards stood, and what a lead had decided by then. What was retracted by then and still is counts as not said.
INSERT INTO "rl_evidence"
SELECT said.project_id, said.run_id, said.round, said.position, said.sample, 'answer', said.id, said.user_id
FROM (
  SELECT DISTINCT ON (t.project_id, t.run_id, t.round, t.position, t.sample, f.user_id)
    t.project_id, t.run_id, t.round, t.position, t.sample, f.id, f.user_id
  FROM "rl_rollout" t
  JOIN "rl_round" o ON o.project_id = t.project_id AND o.run_id = t.run_id AND o.round = t.round
  JOIN "rl_run" n ON n.project_id = t.project_id AND n.id = t.run_id
  JOIN "queue_item" i ON i.project_id = t.project_id AND i.queue_id = n.human ->> 'queue_id' AND i.call_id = t.call_id
  JOIN "item_progress" p ON p.project_id = i.project_id AND p.item_id = i.id AND p.state = 'completed'
  JOIN "feedback" f ON f.project_id = t.project_id AND f.call_id = t.call_id AND f.queue_id = i.queue_id AND f.user_id = p.annotator_id
    AND regexp_replace(f.annotation_ref, ':[^:]*$', '') = regexp_replace(n.human ->> 'field', ':[^:]*$', '')
    AND f.created_at <= o.settled_at
  WHERE t.settled_by = 'people' AND t.reward IS NOT NULL AND NOT EXISTS (
    SELECT FROM "retraction" r
    WHERE r.project_id = f.project_id AND r.lifted_at IS NULL AND r.in_force_since <= o.settled_at
      AND (r.annotator_user_id IS NULL OR r.annotator_user_id = f.user_id)
      AND (cardinality(r.feedback_ids) = 0 OR f.id = ANY(r.feedback_ids))
      AND (cardinality(r.item_ids) = 0 OR i.id = ANY(r.item_ids))
      AND (r.since IS NULL OR f.created_at >= r.since) AND (r.until IS NULL OR f.created_at < r.until))
  ORDER BY t.project_id, t.run_id, t.round, t.position, t.sample, f.user_id, f.created_at DESC, f.id COLLATE "C" DESC) said
ON CONFLICT DO NOTHING;
INSERT INTO "rl_evidence"
SELECT t.project_id, t.run_id, t.round, t.position, t.sample, 'decision', d.item_id, d.decided_by
FROM "rl_rollout" t
JOIN "rl_round" o ON o.project_id = t.project_id AND o.run_id = t.run_id AND o.round = t.round
JOIN "rl_run" n ON n.project_id = t.project_id AND n.id = t.run_id
JOIN "queue_item" i ON i.project_id = t.project_id AND i.queue_id = n.human ->> 'queue_id' AND i.call_id = t.call_id
JOIN "adjudication" d ON d.project_id = i.project_id AND d.item_id = i.id AND d.decided_at <= o.settled_at
WHERE t.settled_by = 'people' AND t.reward IS NOT NULL
ON CONFLICT DO NOTHING;
