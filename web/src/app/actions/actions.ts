import { SUPER_ADMIN_TABS } from '../../features/super-admin-portal/portal-tabs.ts';
import { decide, homeOf, type Visitor } from '../access.ts';
import { PAGES } from '../pages.ts';

/** Something that can be done from anywhere: it feeds the palette, the keyboard and the help sheet. */
export interface Action {
  id: string;
  label: string;
  group: 'This page' | 'Go to' | 'Do';
  /** More words that find it. */
  keywords?: string;
  /** `mod+k`, `?`, or keys one after another: `g h`. */
  shortcut?: string;
  perform: () => void;
}

export interface Doing {
  navigate: (to: string) => void;
  openPalette: () => void;
  openHelp: () => void;
  foldSidebar: () => void;
  switchColors: () => void;
  signOut: () => void;
}

const SHORTCUTS: Readonly<Record<string, string>> = {
  '/propertyhub': 'g p',
  '/propertyhub/imports/new': 'g i',
  '/ai/clients': 'g c',
  '/SuperAdminPortal/client-admin-directory': 'g d',
  '/SuperAdminPortal/staff': 'g s',
};

/** Public pages that people look for from inside. */
const PUBLIC = ['/About', '/Contact', '/Support'];
/** Other addresses of a page that is listed already. */
const TWICE = ['/ClientPortal', '/ai/client-selection', '/client/propertyhub'];

/** Pages that say nothing without what they are to show. */
const NEED_MORE = ['/propertyhub/compare', '/client/propertyhub/compare'];

/** Everything that somebody can do: the pages that the table opens to them, and what the frame offers. */
export function actionsFor(visitor: Visitor, doing: Doing): Action[] {
  const to = (path: string) => () => doing.navigate(path);
  const home = homeOf(visitor);
  const pages = PAGES.filter(({ path, who }) => {
    if (path.includes(':') || TWICE.includes(path) || NEED_MORE.includes(path)) return false;
    return who === 'client' || Array.isArray(who) || PUBLIC.includes(path);
  })
    .filter((row) => {
      const { tells: _, ...listed } = row;
      return decide(listed, visitor, { pathname: row.path, search: '', params: {} }).enter;
    })
    .map(({ path, title }): Action => {
      const shortcut = path === home ? 'g h' : SHORTCUTS[path];
      return { id: path, label: title, group: 'Go to', perform: to(path), ...(shortcut && { shortcut }) };
    });
  const tabs =
    home === '/SuperAdminPortal'
      ? SUPER_ADMIN_TABS.map(({ key, label }): Action => {
          const path = `${home}?tab=${key}`;
          return { id: path, label, group: 'Go to', keywords: 'portal tab', perform: to(path) };
        })
      : [];
  return [
    ...tabs,
    ...pages.filter(({ id }) => !PUBLIC.includes(id)),
    ...pages.filter(({ id }) => PUBLIC.includes(id)),
    {
      id: 'palette',
      label: 'Search and commands',
      group: 'Do',
      shortcut: 'mod+k',
      perform: doing.openPalette,
    },
    { id: 'help', label: 'Keyboard shortcuts', group: 'Do', shortcut: '?', perform: doing.openHelp },
    {
      id: 'fold',
      label: 'Fold or unfold the sidebar',
      group: 'Do',
      keywords: 'menu',
      shortcut: '[',
      perform: doing.foldSidebar,
    },
    {
      id: 'colors',
      label: 'Switch between light and dark',
      group: 'Do',
      keywords: 'theme colour scheme',
      perform: doing.switchColors,
    },
    { id: 'sign-out', label: 'Sign Out', group: 'Do', keywords: 'log out', perform: doing.signOut },
  ];
}

/** Whether the words that somebody typed all occur in a text, in any order. */
export function matches(text: string, typed: string): boolean {
  const within = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
