import type { WidgetVersion } from '@landline/api/assistant/widget/contract';
import { wordsOf } from '../../../shared/format.ts';

/** Settings of a version, or the current ones. */
export type VersionContent = Pick<WidgetVersion, 'branding' | 'configuration'>;

export interface Difference {
  readonly field: string;
  readonly first: string;
  readonly second: string;
}

const formatValue = (value: unknown) =>
  value === undefined || value === null || value === '' ? 'empty' : `“${value}”`;

/** Returns the settings that differ, with readable names and values. */
export function differencesBetween(first: VersionContent, second: VersionContent): Difference[] {
  const firstSettings: Record<string, unknown> = { ...first.branding, ...first.configuration };
  const secondSettings: Record<string, unknown> = { ...second.branding, ...second.configuration };
  return [...new Set([...Object.keys(firstSettings), ...Object.keys(secondSettings)])]
    .filter((field) => firstSettings[field] !== secondSettings[field])
    .map((field) => ({
      field: labelOf(field),
      first: formatValue(firstSettings[field]),
      second: formatValue(secondSettings[field]),
    }));
}

/** Formats `aiLinkColor` as `AI link color`. */
const labelOf = (field: string) =>
  wordsOf(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
