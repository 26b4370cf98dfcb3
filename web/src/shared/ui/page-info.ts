import { createContext } from 'react';

export interface Crumb {
  label: string;
  to: string;
}

/** Information about the open page from the page table. */
export interface PageInfo {
  title: string;
  /** Breadcrumbs, outermost first. `names`: display names of route params. */
  trail(names?: Readonly<Record<string, string | undefined>>): readonly Crumb[];
}

export const PageInfoContext = createContext<PageInfo>({ title: '', trail: () => [] });
