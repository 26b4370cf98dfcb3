import type { WidgetVersion } from '@landline/api/assistant/widget/contract';

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
  const here: Record<string, unknown> = { ...first.branding, ...first.configuration };
  const there: Record<string, unknown> = { ...second.branding, ...second.configuration };
  return [...new Set([...Object.keys(here), ...Object.keys(there)])]
    .filter((field) => here[field] !== there[field])
    .map((field) => ({
      field: labelOf(field),
      first: formatValue(here[field]),
      second: formatValue(there[field]),
    }));
}

/** Formats `welcomeMessage` as `Welcome message`. */
function labelOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
