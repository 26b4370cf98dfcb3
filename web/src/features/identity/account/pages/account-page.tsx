import { Page } from '../../../../shared/ui/page.tsx';
import { AccountSettings } from '../components/account-settings.tsx';

/** /account: account settings of staff */
export function Component() {
  return (
    <Page title="Account Settings">
      <AccountSettings />
    </Page>
  );
}
