/** Number of page links shown (spec 001 §9). */
const PAGE_WINDOW = 5;

/** Returns the page numbers to show: up to `PAGE_WINDOW` around `page`. */
export function pageWindow(page: number, totalPages: number): number[] {
  const size = Math.min(PAGE_WINDOW, totalPages);
  const first = Math.min(Math.max(1, page - Math.floor(PAGE_WINDOW / 2)), totalPages - size + 1);
  return Array.from({ length: size }, (_, index) => first + index);
}

/**
 * Parses a page number; returns null if it is out of range, not an integer, or the current page
 * (spec 001 §5).
 */
export function targetPage(input: string | number, page: number, totalPages: number): number | null {
  const text = String(input).trim();
  const target = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(target) && target >= 1 && target <= totalPages && target !== page ? target : null;
}
