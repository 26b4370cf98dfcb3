import { type AnyNode, type Element, isTag } from 'domhandler';
import { clean, filledChildren, nameOf, textOf } from './dom.ts';

/** A row of a table, each cell with its header, such as "Plan: Basic; Price: $10 a month". */
interface TableRow {
  /** Row above that names a group of rows, or empty. */
  readonly group: string;
  readonly text: string;
}

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
}

/** Text length of a cell above which the table arranges the page instead of listing data. */
const MAX_CELL_LENGTH = 600;
const MAX_SPAN = 50;
const MAX_ROWS = 2_000;
/** Elements that only a table that arranges the page contains. */
const LAYOUT_ELEMENTS = new Set('table h1 h2 h3 h4 h5 h6 form article section iframe'.split(' '));

/** Returns the rows of a table of data; undefined for a table that arranges the page. */
export function rowsOf(table: Element): TableRow[] | undefined {
  if (/^(?:presentation|none)$/.test(table.attribs.role ?? '')) return undefined;
  const rows = rowElements(table);
  const cells = rows.map(cellElements);
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width < 2 || rows.length > MAX_ROWS || cells.flat().some(hasLayoutElements)) return undefined;
  const grid = gridOf(cells);
  if (grid.flat().some(({ text }) => text.length > MAX_CELL_LENGTH)) return undefined;
  const headerRows = headerRowCount(rows, grid);
  const labels = labelsOf(grid.slice(0, headerRows));
  const tableRows: TableRow[] = [];
  let group = '';
  for (const row of grid.slice(headerRows)) {
    const texts = distinct(row.map(({ text }) => text).filter(Boolean));
    const [first = ''] = texts;
    if (texts.length === 1 && row.length > 1 && first === row[0]?.text) group = first;
    else if (texts.length > 0) tableRows.push({ group, text: rowText(row, labels) });
  }
  // A table that has only header rows is read as text.
  return tableRows.length > 0 ? tableRows : undefined;
}

/** Returns the caption of a table, or an empty string. */
export function captionOf(table: Element): string {
  const caption = table.children.find((child) => nameOf(child) === 'caption');
  return caption ? textOf(caption) : '';
}

function rowText(row: readonly Cell[], labels: readonly string[]): string {
  const cells = row.map(({ text }, column) => ({ label: labels[column] ?? '', text }));
  const [first = { label: '', text: '' }, ...others] = cells.filter(({ text }, column) => {
    // A cell that spans columns is read once.
    return (
      text !== '' && !(column > 0 && text === cells[column - 1]?.text && row[column] === row[column - 1])
    );
  });
  const labeled = others.map(({ label, text }) => (label === '' ? text : `${withoutColon(label)}: ${text}`));
  if (first.label !== '') return [`${withoutColon(first.label)}: ${first.text}`, ...labeled].join('; ');
  if (others.length === 0) return first.text;
  // The first cell names the row.
  const isPlain = others.every(({ label }) => label === '');
  return isPlain
    ? `${withoutColon(first.text)}: ${labeled.join('; ')}`
    : `${first.text} – ${labeled.join('; ')}`;
}

const withoutColon = (label: string) => label.replace(/\s*:$/, '');
const distinct = (texts: readonly string[]) => [...new Set(texts)];

function rowElements(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((child) => {
    if (nameOf(child) === 'tr') return [child];
    if (!/^(?:thead|tbody|tfoot)$/.test(nameOf(child))) return [];
    return child.children.filter(isTag).filter((each) => nameOf(each) === 'tr');
  });
}

const cellElements = (row: Element): Element[] =>
  row.children.filter(isTag).filter((each) => /^t[dh]$/.test(nameOf(each)));

function hasLayoutElements(node: AnyNode): boolean {
  return (
    'children' in node &&
    node.children.some((child) => LAYOUT_ELEMENTS.has(nameOf(child)) || hasLayoutElements(child))
  );
}

/** Returns rows with a cell per column; a cell that spans columns or rows is repeated. */
function gridOf(rows: readonly (readonly Element[])[]): Cell[][] {
  const grid: Cell[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const element of row) {
      while (grid[y]?.[x]) x++;
      const cell = { text: cellText(element), isHeader: nameOf(element) === 'th' };
      const [wide, high] = [spanOf(element, 'colspan'), spanOf(element, 'rowspan')];
      for (let down = 0; down < high; down++)
        for (let right = 0; right < wide; right++) {
          const target = grid[y + down];
          if (target) target[x + right] = cell;
        }
      x += wide;
    }
  }
  const empty = { text: '', isHeader: false };
  return grid.map((row) => Array.from(row, (cell) => cell ?? empty));
}

const spanOf = ({ attribs }: Element, side: 'colspan' | 'rowspan') =>
  Math.min(MAX_SPAN, Math.max(1, Number.parseInt(attribs[side] ?? '1', 10) || 1));

/** Returns the text of a cell: items of a list are separated by commas, and an image alone is its description. */
function cellText(cell: Element): string {
  const items = descendants(cell, 'li').map(textOf).filter(Boolean);
  const text = items.length > 1 ? items.join(', ') : textOf(cell);
  const imageTexts = descendants(cell, 'img').map(({ attribs }) => clean(attribs.alt ?? ''));
  return text === '' ? imageTexts.join(' ') : text;
}

function descendants(node: AnyNode, name: string): Element[] {
  if (!('children' in node)) return [];
  return node.children
    .filter(isTag)
    .flatMap((each) => [...(nameOf(each) === name ? [each] : []), ...descendants(each, name)]);
}

/** Returns the number of header rows at the top. */
function headerRowCount(rows: readonly Element[], grid: readonly (readonly Cell[])[]): number {
  const theadRows = rows.filter(({ parent }) => parent && nameOf(parent) === 'thead').length;
  if (theadRows > 0) return theadRows;
  const firstDataRow = grid.findIndex((row) => row.some(({ isHeader, text }) => !isHeader && text !== ''));
  if (firstDataRow > 0) return firstDataRow;
  const isBold = (row: Element | undefined) =>
    row !== undefined && cellElements(row).every((cell) => textOf(cell) === '' || isAllBold(cell));
  const [first, second] = rows;
  return rows.length > 2 && isBold(first) && !isBold(second) ? 1 : 0;
}

const isAllBold = (cell: Element) => {
  const children = filledChildren(cell);
  return children.length > 0 && children.every((child) => /^(?:b|strong)$/.test(nameOf(child)));
};

/** Returns the header of each column; headers above each other are joined. */
function labelsOf(headerRows: readonly (readonly Cell[])[]): string[] {
  const width = Math.max(0, ...headerRows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const headers = headerRows.map((row) => row[column]?.text ?? '').filter(Boolean);
    return distinct(headers).join(' ');
  });
}
