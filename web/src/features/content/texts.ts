/** What the screens of content say (spec 002 §5, §8). */
export const CONTENT = {
  discoverFailed: 'Failed to discover URLs. Check server configuration.',
  scrapeFailed: 'Failed to start scraping',
  stopFailed: 'Failed to stop scraping',
  immediateFailed: 'Failed to start immediate scraping',
  priorityFailed: 'Failed to update priority',
  blacklistFailed: 'Failed to blacklist selected URLs',
  addFailed: 'Failed to add URL',
  restoreFailed: 'Failed to restore selected URLs',
  foreverFailed: 'Failed to permanently delete selected URLs',
  deleteAllFailed: 'Failed to delete all content',
  settingsFailed: 'Failed to save the crawl settings',
} as const;
