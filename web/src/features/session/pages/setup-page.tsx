import { Setup } from '../components/setup.tsx';

/** The page of the links that are mailed to staff. */
export function Component() {
  return <Setup door="staff" />;
}
