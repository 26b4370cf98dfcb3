import type { DocumentDifference, SystemVersion } from '@landline/api/system-versions/contract';
import type { Tone } from '../../shared/ui/tag.tsx';

export const KINDS: Readonly<Record<SystemVersion['kind'], string>> = {
  named: 'Named version',
  'git-deploy': 'Deploy',
  'auto-snapshot': 'Snapshot',
  emergency: 'Emergency',
  'daily-auto': 'Daily',
  'weekly-auto': 'Weekly',
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  global_branding: 'Global branding',
  widget_templates: 'Widget templates',
  branding: 'Branding',
  widget_configuration: 'Widget settings',
  widget_version: 'Widget version',
  default_widget_version: 'Default widget version',
  prompt: 'Custom prompt',
  site_settings: 'Crawl settings',
  price_list: 'Price list',
  scoring_model: 'Scoring model',
};
export const documentName = (kind: string): string => DOCUMENTS[kind] ?? kind;

export const CHANGES: Readonly<Record<DocumentDifference['change'], { label: string; tone: Tone }>> = {
  added: { label: 'Comes back', tone: 'good' },
  changed: { label: 'Changes', tone: 'notice' },
  removed: { label: 'Goes away', tone: 'bad' },
};

/** `branding.botName` is 'Branding bot name'. */
export function fieldName(name: string): string {
  const words = name.replace(/([a-z])([A-Z])|[._]/g, (_, end = '', start = '') => `${end} ${start}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A field's value, short enough for a line. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return `“${String(value)}”`;
}

/** What no rollback touches. */
export const PROTECTED = [
  ['Authorized domains and security settings', 'of every client, with the secrets of its widget'],
  ['Accounts, sessions and grants', 'who may sign in, and who may see what'],
  ['Content', 'scraped pages, blacklists, content requests and what the assistant learned of them'],
  ['Conversations, analytics and billing', 'what was asked, answered and counted'],
  [
    'Erasures and retention',
    'who was forgotten stays forgotten, and conversations are kept as long as is said',
  ],
  ['Parcels, judgements and notes', 'and what was learned from them'],
  ['Newer clients', 'whoever became a client after the version'],
] as const;

/** What a version holds. */
export const HELD =
  'Global and client branding, widget templates, settings and versions, custom prompts, crawl settings, the price list and the scoring model.';
