import { SUPER_ADMIN_TABS } from '../../features/operations/super-admin-portal/portal-tabs.ts';
import { decide, homeOf, type Visitor } from '../access.ts';
import { PAGES } from '../pages.ts';

/** A global command, offered in the palette, by keyboard shortcut and on the shortcut sheet. */
export interface Action {
  id: string;
  label: string;
  group: 'This page' | 'Go to' | 'Actions';
  /** Additional search terms. */
  keywords?: string;
  /** `mod+k`, `?`, or a key sequence: `g h`. */
  shortcut?: string;
  perform: () => void;
}

interface ActionContext {
  navigate: (to: string) => void;
  openPalette: () => void;
  openHelp: () => void;
  toggleSidebar: () => void;
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

/** Public pages offered to signed-in users. */
const PUBLIC = ['/About', '/Contact', '/Support'];
/** Aliases of pages that are already listed. */
const ALIASES = ['/ClientPortal', '/ai/client-selection'];

/** Pages that need a selection to show anything. */
const SELECTION_PAGES = ['/propertyhub/compare', '/client/propertyhub/compare'];

/** Returns all actions of a visitor: the pages they may open and the commands of the frame. */
export function actionsFor(visitor: Visitor, actionContext: ActionContext): Action[] {
  const to = (path: string) => () => actionContext.navigate(path);
  const home = homeOf(visitor);
  const pages = PAGES.filter(({ path, access }) => {
    if (path.includes(':') || ALIASES.includes(path) || SELECTION_PAGES.includes(path)) return false;
    return access === 'client' || Array.isArray(access) || PUBLIC.includes(path);
  })
    .filter((row) => {
      const { admitsOtherRoles: _, ...listed } = row;
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
      group: 'Actions',
      shortcut: 'mod+k',
      perform: actionContext.openPalette,
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      group: 'Actions',
      shortcut: '?',
      perform: actionContext.openHelp,
    },
    {
      id: 'sidebar',
      label: 'Collapse or expand the sidebar',
      group: 'Actions',
      keywords: 'menu',
      shortcut: '[',
      perform: actionContext.toggleSidebar,
    },
    {
      id: 'colors',
      label: 'Switch between light and dark',
      group: 'Actions',
      keywords: 'theme color scheme',
      perform: actionContext.switchColors,
    },
    {
      id: 'sign-out',
      label: 'Sign Out',
      group: 'Actions',
      keywords: 'log out',
      perform: actionContext.signOut,
    },
  ];
}

/** Returns whether all words of a query occur in a text, in any order. */
export function matches(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
