-- What was changed with the admin token: a row before the change, its end afterwards. Who asked is an address; there is one token.
create table gamekeeper.admin_action (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  method text not null,
  -- The route's pattern and the path that was sent: `/api/admin/jobs/:id/retry`, `/api/admin/jobs/6f…/retry`
  route text not null,
  path text not null,
  -- Query and body as JSON text; null: neither was sent.
  sent text,
  client text not null,
  request_id uuid not null,
  -- Null: it was not answered, and nobody knows what was done.
  status integer,
  ended_at timestamptz
);
create index admin_action_at on gamekeeper.admin_action (at);
