/** Names of the job kinds. `jobs.ts` lists them with their order and schedules. */
export const INGEST_FIXTURES = 'football/ingest-fixtures';
export const MONITOR = 'football/monitor';
/** Sent for a goal that becomes stable, by the transaction that makes it stable. */
export const SEARCH_CLIPS = 'football/search-clips';
export const EXECUTE_SEARCH = 'football/execute-search';
export const SAVE_SEARCH = 'football/save-search';
export const DOWNLOAD_CLIP = 'football/download-clip';
export const DEDUPLICATE_CLIPS = 'football/deduplicate-clips';
export const SETTLE_GOAL = 'football/settle-goal';
export const RESUME_STEPS = 'football/resume-steps';
export const SWEEP_OBJECTS = 'football/sweep-objects';
export const EXPIRE_CLIPS = 'football/expire-clips';
