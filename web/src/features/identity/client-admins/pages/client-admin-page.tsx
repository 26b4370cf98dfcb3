import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { ADMINS } from '../../../../shared/messages.ts';
import { ActiveTag } from '../../../../shared/ui/active-tag.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { ProductAccess } from '../../../clients/clients/components/product-access.tsx';
import { displayDomain } from '../../../clients/clients/display-domain.ts';
import { AuditTrail } from '../../../platform/activity/components/audit-trail.tsx';
import { useClientAdmin } from '../api/client-admins.ts';
import { PersonalInformation } from '../components/personal-information.tsx';
import { SecurityActions } from '../components/security-actions.tsx';
import { DIRECTORY_PATH } from '../paths.ts';
import classes from './client-admin-page.module.css';

const toDirectory = (
  <Button component={Link} to={DIRECTORY_PATH} variant="default">
    Client Admin Directory
  </Button>
);

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView();

/** /SuperAdminPortal/client-admin/:adminId (spec 000 §2) */
export function Component() {
  const { adminId = '' } = useParams();
  const { hash } = useLocation();
  const { data: admin, error, refetch } = useClientAdmin(adminId);
  if (!admin) {
    return (
      <Page title="Administrator Profile">
        {hasStatus(error, 404) ? (
          <EmptyState title={ADMINS.notFound} icon={IconUserOff} action={toDirectory} />
        ) : error ? (
          <ErrorState title="Error Loading Administrator" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={360} role="status" aria-label="Loading administrator" />
        )}
      </Page>
    );
  }
  const client = { ...admin, id: admin.client_id, name: admin.client_name };
  return (
    <Page title={`${admin.first_name} ${admin.last_name}`} subtitle={admin.email}>
      <div className={classes.columns}>
        <div className={classes.column}>
          <PersonalInformation admin={admin} />
          <Card title="Client Information">
            <FactsList
              facts={[
                [
                  'Client',
                  <Anchor key="client" component={Link} to={`/ai/client/${admin.client_id}`} inherit>
                    {admin.client_name}
                  </Anchor>,
                ],
                ['Primary domain', displayDomain(admin.primary_domain)],
                ['Status', <ActiveTag key="status" active={admin.client_active} />],
              ]}
            />
          </Card>
        </div>
        <div className={classes.column}>
          <div id="products" ref={hash === '#products' ? scrollIntoView : undefined}>
            <ProductAccess client={client} />
          </div>
          <SecurityActions admin={admin} />
          <AuditTrail entity={`user:${admin.id}`} />
        </div>
      </div>
    </Page>
  );
}
