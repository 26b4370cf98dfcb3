/**
 * Texts for failed website commands when the server's response has no message. Spec 002 §8 prescribes all but `stop`,
 * `upload`, `settings` and `undoSettings`.
 */
export const ERRORS = {
  discover: 'Failed to discover URLs. Check server configuration.',
  scrape: 'Failed to start scraping',
  stop: 'Scraping could not be stopped. Try again.',
  immediate: 'Failed to start immediate scraping',
  priority: 'Failed to update priority',
  blacklist: 'Failed to blacklist selected URLs',
  add: 'Failed to add URL',
  upload: 'The file could not be uploaded. Try again.',
  restore: 'Failed to restore selected URLs',
  deleteForever: 'Failed to permanently delete selected URLs',
  deleteAll: 'Failed to delete all content',
  settings: 'The crawl settings could not be saved. Your changes are still in the form; try again.',
  undoSettings: 'The previous crawl settings could not be restored. Your changes still apply.',
} as const;
