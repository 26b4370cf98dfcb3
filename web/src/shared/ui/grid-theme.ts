import { themeQuartz } from 'ag-grid-community';

/** AG Grid theme from CSS variables, so that it follows light and dark. */
export const gridTheme = themeQuartz.withParams({
  fontFamily: 'inherit',
  fontSize: 14,
  headerFontSize: 12,
  headerFontWeight: 550,
  headerTextColor: 'var(--quiet)',
  headerBackgroundColor: 'var(--raised)',
  headerHeight: 40,
  headerColumnResizeHandleColor: 'var(--line-strong)',
  backgroundColor: 'var(--page)',
  foregroundColor: 'var(--mantine-color-text)',
  textColor: 'var(--mantine-color-text)',
  borderColor: 'var(--line)',
  accentColor: 'var(--accent)',
  rowHoverColor: 'var(--hover)',
  oddRowBackgroundColor: 'var(--page)',
  wrapperBorderRadius: 8,
  borderRadius: 6,
  cellHorizontalPadding: 10,
  focusShadow: 'none',
  rangeSelectionBorderColor: 'var(--accent-text)',
  valueChangeValueHighlightBackgroundColor: 'var(--accent-soft)',
  cellEditingShadow: 'none',
});
