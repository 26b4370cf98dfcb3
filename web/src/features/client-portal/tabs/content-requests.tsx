import { Card } from '../../../shared/ui/card.tsx';
import classes from '../../content/components/content.module.css';
import { LearnedPages } from '../../content/components/learned-pages.tsx';
import { OwnRequests } from '../../content-requests/components/own-requests.tsx';
import { RequestForm } from '../../content-requests/components/request-form.tsx';

/** AI Content Requests (spec 000 §2): what the assistant should learn, what became of it, and what it has learned. */
export function ContentRequests({ clientId, clientName }: { clientId: string; clientName: string }) {
  return (
    <div className={classes.sections}>
      <RequestForm clientId={clientId} clientName={clientName} />
      <Card title="What Your Assistant Has Learned">
        <LearnedPages clientId={clientId} />
      </Card>
      <Card title="Your Requests">
        <OwnRequests clientId={clientId} />
      </Card>
    </div>
  );
}
