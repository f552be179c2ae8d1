-- Bytes of a call's documents as they are kept.
CREATE OR REPLACE FUNCTION documents_size(attributes json, inputs json, output json, summary json, otel_dump json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(octet_length($1::text), 0)::bigint + coalesce(octet_length($2::text), 0) + coalesce(octet_length($3::text), 0)
    + coalesce(octet_length($4::text), 0) + coalesce(octet_length($5::text), 0)
$$;
