import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { baseUrl } from '../../identity/users/emails.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { plainName, renderMail } from '../../platform/mail/render.ts';
import type { AssistantPorts } from '../ports.ts';

interface ContentRequestNotice {
  readonly to: string;
  readonly firstName: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly url: string;
  readonly status: ContentRequestStatus;
  readonly adminNotes: string;
}

/** Texts for the client's users by status. */
const OUTCOMES: Record<Exclude<ContentRequestStatus, 'pending'>, { subject: string; text: string }> = {
  processing: {
    subject: 'Your content request is being processed',
    text: 'We are working on the page you requested:',
  },
  completed: {
    subject: 'Your content request is complete',
    text: 'Your assistant now uses the page you requested:',
  },
  rejected: {
    subject: 'Your content request was rejected',
    text: 'Your assistant will not use the page you requested:',
  },
};

/** Returns the email to staff for a new request, or to the client's users after a status change. */
export function contentRequestEmail(
  { config }: Pick<AssistantPorts, 'config'>,
  notice: ContentRequestNotice,
): Mail {
  const { to, clientId, url, status, adminNotes } = notice;
  const base = baseUrl({ config });
  const greeting = `Hello ${plainName(notice.firstName) || 'there'},`;
  if (status === 'pending') {
    return renderMail(
      {
        to,
        subject: `Content request from ${plainName(notice.clientName)}`,
        greeting,
        paragraphs: [`${plainName(notice.clientName)} asks for this page to be added to its assistant:`, url],
        action: {
          label: 'Review Requests',
          url: new URL(`/ai/client-content/${clientId}?tab=requests`, base).href,
        },
        notes: ['The client expects a response within 24-48 hours.'],
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
