import type { DocumentDifference, SystemVersion } from '@landline/api/operations/system-versions/contract';
import { configurationDocuments } from '@landline/event-schemas/configuration-documents';
import type { Tone } from '../../../shared/ui/tag.tsx';

export const KINDS: Readonly<Record<SystemVersion['kind'], string>> = {
  named: 'Named version',
  'git-deploy': 'Deploy',
  'auto-snapshot': 'Snapshot',
  emergency: 'Emergency',
  'daily-auto': 'Daily',
  'weekly-auto': 'Weekly',
};

export const documentName = (kind: DocumentDifference['kind']): string => configurationDocuments[kind].label;

export const CHANGES: Readonly<Record<DocumentDifference['change'], { label: string; tone: Tone }>> = {
  added: { label: 'Restored', tone: 'good' },
  changed: { label: 'Changed', tone: 'notice' },
  removed: { label: 'Removed', tone: 'bad' },
};

/** Formats `branding.botName` as 'Branding bot name'. */
export function fieldName(name: string): string {
  const words = name.replace(/([a-z])([A-Z])|[._]/g, (_, end = '', start = '') => `${end} ${start}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Formats a field's value on one line. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  return `“${String(value)}”`;
}

/** Data that no rollback changes. */
export const PROTECTED = [
  ['Security', 'authorized domains, security settings and widget secrets'],
  ['Access', 'accounts, sessions and dataset access'],
  ['Content', 'scraped pages, blacklists, content requests and learned content'],
  ['Usage', 'conversations, analytics and billing'],
  ['Privacy', 'erased data stays erased, and retention periods do not change'],
  ['Properties', 'parcels, classifications, notes and the training based on them'],
  ['Newer clients', 'clients added after the version was created'],
] as const;

export const VERSION_CONTENTS =
  'A version contains global and client branding, widget templates, settings and versions, custom prompts, crawl settings, the price list and the scoring model.';
