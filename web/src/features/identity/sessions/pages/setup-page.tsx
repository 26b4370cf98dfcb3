import { Setup } from '../components/setup.tsx';

/** Page of setup and reset links for staff. */
export function Component() {
  return <Setup userKind="staff" />;
}
