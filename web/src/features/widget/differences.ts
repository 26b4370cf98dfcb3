import type { WidgetVersion } from '@landline/api/widget/contract';

/** How a widget looks and behaves: a version's, or that of the settings as they are. */
export type Kept = Pick<WidgetVersion, 'branding' | 'configuration'>;

export interface Difference {
  readonly field: string;
  readonly first: string;
  readonly second: string;
}

const shown = (value: unknown) =>
  value === undefined || value === null || value === '' ? 'nothing' : `“${value}”`;

/** In what two of them are not the same, in words; the order is that of the settings. */
export function differencesBetween(first: Kept, second: Kept): Difference[] {
  const here: Record<string, unknown> = { ...first.branding, ...first.configuration };
  const there: Record<string, unknown> = { ...second.branding, ...second.configuration };
  return [...new Set([...Object.keys(here), ...Object.keys(there)])]
    .filter((field) => here[field] !== there[field])
    .map((field) => ({ field: inWords(field), first: shown(here[field]), second: shown(there[field]) }));
}

/** `welcomeMessage` as `Welcome message`. */
function inWords(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
