import { Card } from '../../../shared/ui/card.tsx';
import classes from '../../content/components/content.module.css';
import { OwnRequests } from '../../content-requests/components/own-requests.tsx';
import { RequestForm } from '../../content-requests/components/request-form.tsx';

/** AI Content Requests (spec 000 §2): what the assistant should learn, and what became of it. */
export function ContentRequests({ clientId, clientName }: { clientId: string; clientName: string }) {
  return (
    <div className={classes.sections}>
      <RequestForm clientId={clientId} clientName={clientName} />
      <Card title="Your Requests">
        <OwnRequests clientId={clientId} />
      </Card>
    </div>
  );
}
