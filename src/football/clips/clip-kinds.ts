/** Job kinds for the clips of a goal. Others send `SEARCH_CLIPS` for a goal that has become stable; everything else follows. */
export const SEARCH_CLIPS = 'football/search-clips';
export const EXECUTE_SEARCH = 'football/execute-search';
export const SAVE_SEARCH = 'football/save-search';
export const DOWNLOAD_CLIP = 'football/download-clip';
export const DEDUPLICATE_CLIPS = 'football/deduplicate-clips';
export const UPLOAD_CLIP = 'football/upload-clip';
export const SETTLE_GOAL = 'football/settle-goal';
export const RESUME_STEPS = 'football/resume-steps';
export const SWEEP_OBJECTS = 'football/sweep-objects';
export const EXPIRE_CLIPS = 'football/expire-clips';
