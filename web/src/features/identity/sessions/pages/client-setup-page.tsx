import { Setup } from '../components/setup.tsx';

/** Page of setup and reset links for client users. */
export function Component() {
  return <Setup userKind="client" />;
}
