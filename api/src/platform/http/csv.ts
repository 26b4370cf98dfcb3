/** Prefixes that spreadsheets interpret as a formula, including after blanks and in full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** Quotes a CSV field and disarms formulas with an apostrophe. */
export function csvCell(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => (field === null ? '' : csvCell(field))).join(',')}\r\n`;
}
