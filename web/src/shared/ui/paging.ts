/** How many page numbers are shown at once (spec 001 §9). */
const PAGE_WINDOW = 5;

/** The page numbers to show: `PAGE_WINDOW` of them around `page`, as far as there are so many. */
export function pageWindow(page: number, totalPages: number): number[] {
  const size = Math.min(PAGE_WINDOW, totalPages);
  const first = Math.min(Math.max(1, page - Math.floor(PAGE_WINDOW / 2)), totalPages - size + 1);
  return Array.from({ length: size }, (_, index) => first + index);
}

/** The page that was typed in: an integer from 1 to `totalPages` that is not the present one, or null (spec 001 §5). */
export function goToPage(typed: string | number, page: number, totalPages: number): number | null {
  const target = typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(target) && target >= 1 && target <= totalPages && target !== page ? target : null;
}
