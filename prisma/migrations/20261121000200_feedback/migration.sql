-- Called where stored feedback has the id but not the content of what is to be stored: it refuses the whole statement and says which.
CREATE FUNCTION refuse_other_feedback(project_id text, id text) RETURNS bytea LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SF409', MESSAGE = project_id || '/' || id;
END $$;

-- The order of a list without conditions, and the feedback of one person.
CREATE INDEX feedback_created ON feedback (project_id, created_at, id COLLATE "C") WHERE created_at IS NOT NULL;
CREATE INDEX feedback_user ON feedback (project_id, user_id, created_at) WHERE user_id IS NOT NULL;
