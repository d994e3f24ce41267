-- A clip is stored once, under its final key, when it is downloaded; the comparison deletes those that are not kept. So an object is none,
-- stored or deleting. Objects that were downloaded but not archived yet stay where they are (`incoming/{clip}/{md5}.mp4`) and become stored:
-- every row names its own key.
alter table gamekeeper.clip drop constraint clip_object_state_check;
update gamekeeper.clip set object_state = 'stored' where object_state in ('incoming', 'uploading');
alter table gamekeeper.clip add constraint clip_object_state_check check (object_state in ('none', 'stored', 'deleting'));

-- The best of its cluster is archived now.
update gamekeeper.clip set archived_at = now() where state = 'kept' and is_best and object_state = 'stored' and archived_at is null;

-- A copy whose object waited until the better one was archived does not need it any more.
update gamekeeper.clip c set object_state = 'deleting', object_changed_at = now()
where c.state = 'duplicate' and c.object_state = 'stored' and exists (
  select from gamekeeper.clip b
  where b.goal_id = c.goal_id and b.cluster = c.cluster and b.is_best and b.object_state = 'stored' and b.id <> c.id);
