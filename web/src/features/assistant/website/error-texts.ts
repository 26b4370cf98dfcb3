/** Error texts of the website commands (spec 002 §5, §8). */
export const ERRORS = {
  discover: 'Failed to discover URLs. Check server configuration.',
  scrape: 'Failed to start scraping',
  stop: 'Failed to stop scraping',
  immediate: 'Failed to start immediate scraping',
  priority: 'Failed to update priority',
  blacklist: 'Failed to blacklist selected URLs',
  add: 'Failed to add URL',
  upload: 'The file could not be uploaded. Try again.',
  restore: 'Failed to restore selected URLs',
  deleteForever: 'Failed to permanently delete selected URLs',
  deleteAll: 'Failed to delete all content',
  settings: 'Failed to save the crawl settings',
} as const;
