import { type Icon, IconHome, IconMap2 } from '@tabler/icons-react';
import { homeOf, type Role } from '../../features/session/user.ts';

export interface Destination {
  label: string;
  to: string;
  icon: Icon;
}

/** Where a role can go, in the order of the sidebar. */
export function destinationsOf(role: Role): Destination[] {
  if (role === 'SuperAdmin') return [{ label: 'Property Hub', to: '/propertyhub', icon: IconMap2 }];
  return [{ label: 'Home', to: homeOf(role), icon: IconHome }];
}
