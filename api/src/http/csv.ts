/** What a spreadsheet takes for the beginning of a formula, also after blanks and in its full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** A field of a CSV file: quoted, and with an apostrophe where a spreadsheet would take the text for a formula. */
export function csvCell(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** A line of a CSV file; what is missing stays empty. */
export function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => (field === null ? '' : csvCell(field))).join(',')}\r\n`;
}
