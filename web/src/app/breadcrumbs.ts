import { generatePath } from 'react-router-dom';
import { superAdminTabOf } from '../features/operations/super-admin-portal/portal-tabs.ts';
import type { Crumb } from '../shared/ui/page-info.ts';
import { decide, homeOf, type PageRequest, type Visitor } from './access.ts';
import { type PageRow, rowOf } from './open-pages.ts';

/** Maximum length of the breadcrumbs, including the page itself (spec 000 §9). */
const MAX_BREADCRUMBS = 8;

/** Known display names of route params: `{ clientId: 'Acme' }`. */
type Names = Readonly<Record<string, string | undefined>>;

/**
 * Returns the breadcrumbs of a page, outermost first, without the page itself and without pages the visitor may not
 * open. `rows` must contain the rows of its parents.
 */
export function breadcrumbsOf(
  row: PageRow,
  rows: readonly PageRow[],
  visitor: Visitor,
  request: PageRequest,
  names: Names = {},
): Crumb[] {
  if (row.hidesCrumbs) return [];
  const trail: Crumb[] = [];
  let parent = row.parent;
  while (parent !== undefined) {
    const [path = '', tab] = parent.split('?tab=');
    const parentRow = rowOf(path, rows);
    if (!parentRow) throw new Error(`No row in pages.ts for ${path}, a parent of ${row.path}`);
    if (decide(parentRow, visitor, request).enter) {
      const to = generatePath(path, request.params);
      if (tab) trail.unshift({ label: superAdminTabOf(tab).label, to: `${to}?tab=${tab}` });
      trail.unshift({ label: labelOf(parentRow, request.params, names), to });
    } else if (parentRow.parent === undefined) {
      trail.unshift({ label: rowOf(homeOf(visitor), rows)?.title ?? 'Home', to: homeOf(visitor) });
    }
    parent = parentRow.parent;
  }
  return trail.slice(-(MAX_BREADCRUMBS - 1));
}

/**
 * Returns a breadcrumb label: the display name or, until it is known, the row's label with its route params filled
 * in.
 */
function labelOf(row: PageRow, params: PageRequest['params'], names: Names): string {
  const name = row.nameParam && names[row.nameParam];
  if (name) return name;
  return (row.crumb ?? row.title).replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '');
}
