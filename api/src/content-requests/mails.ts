import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import type { Deps } from '../deps.ts';
import type { Mail } from '../mail/mailer.ts';
import { plainName, renderMail } from '../mail/render.ts';

export interface Told {
  readonly to: string;
  readonly firstName: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly url: string;
  readonly status: ContentRequestStatus;
  readonly adminNotes: string;
}

/** What a client's people are told of their request. */
const OUTCOMES: Record<Exclude<ContentRequestStatus, 'pending'>, { subject: string; text: string }> = {
  processing: {
    subject: 'Your content request is being processed',
    text: 'We are working on the page that you asked for:',
  },
  completed: {
    subject: 'Your content request is completed',
    text: 'Your assistant has the page that you asked for:',
  },
  rejected: {
    subject: 'Your content request was rejected',
    text: 'Your assistant will not learn the page that you asked for:',
  },
};

/** To staff when a client asks, to the client's people when something became of it. */
export function contentRequestMail({ config }: Pick<Deps, 'config'>, told: Told): Mail {
  const { to, clientId, url, status, adminNotes } = told;
  const base = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const greeting = `Hello ${plainName(told.firstName) || 'there'},`;
  if (status === 'pending') {
    return renderMail(
      {
        to,
        subject: `Content request from ${plainName(told.clientName)}`,
        greeting,
        paragraphs: [`${plainName(told.clientName)} asks that its assistant learns this page:`, url],
        action: { label: 'Review Requests', url: new URL(`/ai/client-content/${clientId}`, base).href },
        notes: ['The client was told that it is processed within 24-48 hours.'],
      },
      config.PRODUCT_NAME,
    );
  }
  const { subject, text } = OUTCOMES[status];
  return renderMail(
    {
      to,
      subject,
      greeting,
      paragraphs: [text, url, ...(adminNotes === '' ? [] : [`Note: ${adminNotes}`])],
      action: {
        label: 'AI Content Requests',
        url: new URL('/client/portal?tab=content-requests', base).href,
      },
    },
    config.PRODUCT_NAME,
  );
}
