import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const violet: MantineColorsTuple = [
  '#f6effd',
  '#ecdefb',
  '#d9bdf7',
  '#c397f1',
  '#a968e8',
  '#8a3bdd',
  '#6908c9',
  '#5b06b0',
  '#4c0594',
  '#390370',
];
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e5e8ed',
  '#d6dbe2',
  '#b9c1cc',
  '#8c96a4',
  '#5f6a79',
  '#475160',
  '#323a46',
  '#1b2129',
];
const dark: MantineColorsTuple = [
  '#dfe3e9',
  '#b4bbc6',
  '#98a1ae',
  '#5a6371',
  '#343b46',
  '#2a3039',
  '#1a1e24',
  '#14171c',
  '#0f1216',
  '#0a0c0f',
];

export const theme = createTheme({
  primaryColor: 'violet',
  primaryShade: { light: 6, dark: 5 },
  colors: { violet, gray, dark },
  black: '#1b2129',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Named, not imported: imports would load the components with the first page.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 550, lineHeight: 1.4 } } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close menu' } } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600 } },
    },
  },
});

const shared = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--grade-unsuitable)',
  '--mantine-color-placeholder': 'var(--placeholder)',
};

/** Maps the library's variables to ours (`paletteCss`) where its defaults differ. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  // White text has too little contrast on the library's red.
  const filled = {
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': '#a61e1e',
  };
  return {
    variables: {},
    light: { ...shared, ...filled, '--mantine-color-default-border': colors.gray[2] },
    dark: { ...shared, ...filled, '--mantine-color-default-border': colors.dark[4] },
  };
};
