import { IconUserCircle } from '@tabler/icons-react';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useUser } from '../context.ts';
import { nameOf } from '../user.ts';

/** The home of roles that nothing has been opened to yet. */
export function Component() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={`Welcome, ${nameOf(user)}`}>
      <EmptyState
        title={`You are signed in as ${user.role}`}
        icon={<IconUserCircle size={24} stroke={1.5} />}
      >
        Nothing has been opened to this role yet. Ask a SuperAdmin if you expected to find something here.
      </EmptyState>
    </Page>
  );
}
