import { Setup } from '../components/setup.tsx';

/** The page of the links that are mailed to a client's users. */
export function Component() {
  return <Setup door="client" />;
}
