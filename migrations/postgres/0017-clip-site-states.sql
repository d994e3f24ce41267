-- A captcha and a rate limit are states of their own, and "changed" is called what it is.
alter table gamekeeper.clip_site drop constraint clip_site_state_check;
update gamekeeper.clip_site set state = 'layout-changed' where state = 'changed';
alter table gamekeeper.clip_site add constraint clip_site_state_check
  check (state in ('well', 'login-expired', 'captcha', 'rate-limited', 'layout-changed', 'unreachable'));
