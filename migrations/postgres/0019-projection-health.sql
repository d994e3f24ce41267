-- What ClickHouse must hold, and what it was found to have lost.
alter table gamekeeper.projection
  -- Rows by "table partition", counted up by closed batches. Null: not known, so ClickHouse is counted and believed.
  add column row_counts jsonb,
  -- Rows that are missing or could not be read, until a verify has agreed. Null: none are known.
  add column damage jsonb;
