import { Card } from '../../../../shared/ui/card.tsx';
import { AccessList } from './access-list.tsx';
import classes from './dataset-access.module.css';
import { GrantForm } from './grant-form.tsx';

/** Dataset access of one client, on its own page. */
export function ClientDatasetAccess({ clientId }: { clientId: string }) {
  return (
    <Card title="Dataset Access">
      <div className={classes.parts}>
        <GrantForm clientId={clientId} />
        <AccessList clientId={clientId} />
      </div>
    </Card>
  );
}
