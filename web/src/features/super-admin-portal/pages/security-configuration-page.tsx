import { Page } from '../../../shared/ui/page.tsx';
import { NotSetUp } from '../components/not-set-up.tsx';

/** /SuperAdminPortal/security-configuration: nothing is counted here yet. */
export function Component() {
  return (
    <Page title="Security Configuration" subtitle="How sign-in and requests are protected.">
      <NotSetUp
        parts={[
          ['Attack detection', 'Blocked requests are not counted yet.'],
          ['Rate limiting', 'Limits are in force; how often they were hit is not counted yet.'],
          ['Authentication', 'Sign-ins are recorded; their success rate is not computed yet.'],
        ]}
      />
    </Page>
  );
}
