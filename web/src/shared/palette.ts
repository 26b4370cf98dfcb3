import type { Grade } from '@landline/event-schemas';

export type Scheme = 'light' | 'dark';

/** The color scale of grades for lists, cards, charts and maps. Always shown with the label. */
export const GRADE_COLORS: Record<Scheme, Record<Grade, string>> = {
  light: {
    Premium: '#066a5b',
    Excellent: '#1b7339',
    'Very Good': '#417012',
    Good: '#735f00',
    Borderline: '#935300',
    Poor: '#ac3f08',
    Unsuitable: '#8a0a1c',
    Unrated: '#5c6675',
  },
  dark: {
    Premium: '#3fd6bd',
    Excellent: '#5fcf7c',
    'Very Good': '#a2d35a',
    Good: '#dccb45',
    Borderline: '#f2b441',
    Poor: '#f78f55',
    Unsuitable: '#f75f6c',
    Unrated: '#98a1ae',
  },
};

/** Backgrounds of grade labels and marks. */
export const SURFACES: Record<Scheme, { page: string; raised: string }> = {
  light: { page: '#ffffff', raised: '#f8f9fb' },
  dark: { page: '#14171c', raised: '#1a1e24' },
};

/** Returns the CSS variable of a grade's color, e.g. `--grade-very-good`. */
export function gradeVariable(grade: Grade): string {
  return `--grade-${grade.toLowerCase().replace(' ', '-')}`;
}

const OWN_VARIABLES: Record<Scheme, Readonly<Record<string, string>>> = {
  light: {
    '--page': SURFACES.light.page,
    '--raised': SURFACES.light.raised,
    '--text': '#1b2129',
    '--quiet': '#5f6a79',
    '--placeholder': '#6b7686',
    '--line': '#e5e8ed',
    '--line-strong': '#d6dbe2',
    '--hover': '#f1f3f6',
    '--accent': '#6908c9',
    '--accent-hover': '#5b06b0',
    '--accent-text': '#6908c9',
    '--accent-soft': '#f6effd',
  },
  dark: {
    '--page': SURFACES.dark.page,
    '--raised': SURFACES.dark.raised,
    '--text': '#dfe3e9',
    '--quiet': '#98a1ae',
    '--placeholder': '#8a93a1',
    '--line': '#2a3039',
    '--line-strong': '#343b46',
    '--hover': '#20252d',
    '--accent': '#8a3bdd',
    '--accent-hover': '#7a2fca',
    '--accent-text': '#c9a2f3',
    '--accent-soft': 'rgb(138 59 221 / 18%)',
  },
};

/** Returns all our color variables as CSS; the build inlines it into the HTML head. */
export function paletteCss(): string {
  const block = (scheme: Scheme) => {
    const grades = Object.entries(GRADE_COLORS[scheme]).map(
      ([grade, color]) => `${gradeVariable(grade as Grade)}: ${color}`,
    );
    const ownVariables = Object.entries(OWN_VARIABLES[scheme]).map(([name, value]) => `${name}: ${value}`);
    return [...ownVariables, ...grades, `color-scheme: ${scheme}`].join('; ');
  };
  return `:root { ${block('light')} } :root[data-mantine-color-scheme="dark"] { ${block('dark')} }`;
}

/** Chart colors besides the grades. */
export const CHART_COLORS: Record<Scheme, Record<'text' | 'quiet' | 'track' | 'surface' | 'line', string>> = {
  light: { text: '#1b2129', quiet: '#5f6a79', track: '#eceff3', surface: '#ffffff', line: '#d6dbe2' },
  dark: { text: '#dfe3e9', quiet: '#98a1ae', track: '#262c35', surface: '#1a1e24', line: '#343b46' },
};
