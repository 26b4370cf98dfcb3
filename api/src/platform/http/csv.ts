/** Matches text that a spreadsheet may run as a formula, including after whitespace and with full-width characters. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** Quotes a CSV field and escapes formulas with a leading apostrophe. */
export function csvCell(text: string): string {
  return `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Returns the first line of a CSV file: a byte order mark, without which Excel does not read UTF-8, and the names. */
export const csvHeader = (names: readonly string[]): string => `\uFEFF${csvLine(names)}`;

export function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => (field === null ? '' : csvCell(field))).join(',')}\r\n`;
}
