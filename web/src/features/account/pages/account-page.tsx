import { Page } from '../../../shared/ui/page.tsx';
import { AccountSettings } from '../components/account-settings.tsx';

/** /account: the same settings for staff as client users have in their portal. */
export function Component() {
  return (
    <Page title="Account Settings">
      <AccountSettings />
    </Page>
  );
}
