import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ClientPages } from '../../website/components/client-pages.tsx';
import { OwnRequests } from './own-requests.tsx';
import { RequestForm } from './request-form.tsx';

/** AI Content Requests tab of the client portal (spec 000 §2). */
export function ContentRequests({ clientId, clientName }: { clientId: string; clientName: string }) {
  return (
    <div className={common.stack}>
      <RequestForm clientId={clientId} clientName={clientName} />
      <Card title="What Your Assistant Has Learned">
        <ClientPages clientId={clientId} />
      </Card>
      <Card title="Your Requests">
        <OwnRequests clientId={clientId} />
      </Card>
    </div>
  );
}
