import {
  type Icon,
  IconChartBar,
  IconCreditCard,
  IconFileText,
  IconHome,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListSearch,
  IconMap2,
  IconMapSearch,
  IconPalette,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { tabsOf } from '../../features/clients/client-portal/portal-tabs.ts';
import {
  SUPER_ADMIN_TABS,
  type SuperAdminTabKey,
} from '../../features/operations/super-admin-portal/portal-tabs.ts';
import { clientOf, homeOf, type SignedInClient, type User } from '../../features/platform/session/user.ts';
import type { Crumb } from '../../shared/ui/page-info.ts';

interface Destination {
  label: string;
  to: string;
  icon: Icon;
  /** Lists the datasets below it. */
  hasDatasets?: true;
  /** Reason why it cannot be opened. */
  disabled?: string | undefined;
}

const PORTAL = '/SuperAdminPortal';
const HUB: Destination = { label: 'Property Hub', to: '/propertyhub', icon: IconMap2, hasDatasets: true };

const INBOX: Destination = { label: 'Inbox', to: `${PORTAL}/inbox`, icon: IconInbox };

const TAB_ICONS: Record<SuperAdminTabKey, Icon> = {
  'system-overview': IconLayoutDashboard,
  'client-management': IconListSearch,
  'billing-management': IconCreditCard,
  'user-management': IconUsers,
  'system-config': IconSettings,
  geoleads: IconMapSearch,
};
const CLIENT_ICONS: Readonly<Record<string, Icon>> = {
  dashboard: IconLayoutDashboard,
  billing: IconCreditCard,
  'account-settings': IconSettings,
  analytics: IconChartBar,
  customization: IconPalette,
  'content-requests': IconFileText,
  'geo-leads': IconMap2,
};

/** Returns the user's destinations in sidebar order. */
export function destinationsOf(user: User): Destination[] {
  const client = clientOf(user);
  if (client) return destinationsOfClient(client);
  if (user.role === 'SuperAdmin') {
    const tabs = SUPER_ADMIN_TABS.map(({ key, label }) => ({
      label,
      to: `${PORTAL}?tab=${key}`,
      icon: TAB_ICONS[key],
    }));
    return [...tabs, HUB, INBOX];
  }
  const home = { label: 'Home', to: homeOf(user.role), icon: IconHome };
  if (user.role !== 'Admin') return [home];
  return [
    home,
    { label: 'AI Dashboard', to: '/ai', icon: IconLayoutDashboard },
    { label: 'Client Selection', to: '/ai/clients', icon: IconListSearch },
    HUB,
  ];
}

function destinationsOfClient(client: SignedInClient): Destination[] {
  const tabs = tabsOf(client).map(({ key, label, disabled }) => ({
    label,
    to: `/client/portal?tab=${key}`,
    icon: CLIENT_ICONS[key] ?? IconHome,
    disabled,
  }));
  return [...tabs, { label: 'Support', to: '/Support', icon: IconLifebuoy }];
}

/** Returns the top bar links, repeated in the phone menu (spec 000 §2). `portal`: the last visited portal page. */
export function topLinksOf(user: User, portal: string | null = null): { label: string; to: string }[] {
  if (clientOf(user)) return [{ label: 'Support', to: '/Support' }];
  const links = [
    { label: 'About', to: '/About' },
    { label: 'Contact', to: '/Contact' },
  ];
  if (user.role === 'SuperAdmin') {
    links.push({ label: 'Go to Portal', to: portal ?? PORTAL }, { label: 'Go to Chat Bot', to: '/ai' });
  }
  return links;
}

/** Maps all paths of the client portal to one, so that they count as the same destination. */
const canonicalPath = (pathname: string) =>
  pathname
    .toLowerCase()
    .replace(/(.)\/+$/, '$1')
    .replace(/^\/(clientportal|client\/[^/]+\/portal)$/, '/client/portal');

/** Tabs that a portal opens without a `tab` parameter. */
const FIRST_TABS = ['system-overview', 'dashboard'];

/** Returns whether a destination is the current page, and the current tab if it names one. */
export function isCurrent({ to }: Pick<Destination, 'to'>, pathname: string, search: string): boolean {
  const [path = '', query] = to.split('?');
  if (canonicalPath(path) !== canonicalPath(pathname)) return false;
  if (query === undefined) return true;
  const tab = new URLSearchParams(search).get('tab');
  const destinationTab = new URLSearchParams(query).get('tab') ?? '';
  return tab === null ? FIRST_TABS.includes(destinationTab) : tab === destinationTab;
}

/** Returns the closest destination in a page's breadcrumbs; undefined if they contain none. */
export const sectionOf = (destinations: readonly Destination[], trail: readonly Crumb[]) => {
  const nearest = trail.findLast((crumb) => destinations.some(({ to }) => to === crumb.to));
  return destinations.find(({ to }) => to === nearest?.to);
};
