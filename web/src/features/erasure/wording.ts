import type { ErasureRecord } from '@landline/api/erasure/contract';
import type { ErasedKind } from '@landline/event-schemas';
import type { Tone } from '../../shared/ui/tag.tsx';

const KINDS: Readonly<Record<ErasedKind, string>> = {
  staffUser: 'Member of staff',
  clientUser: 'Client user',
  contactRequest: 'Contact request',
  newsletterSubscriber: 'Newsletter subscriber',
  conversation: 'Conversation',
  leftMessage: 'Left message',
};

export const kindName = (kind: ErasedKind): string => KINDS[kind];

export const STATUSES: Readonly<Record<ErasureRecord['status'], { label: string; tone: Tone }>> = {
  requested: { label: 'Requested', tone: 'notice' },
  erasing: { label: 'Erasing', tone: 'accent' },
  erased: { label: 'Erased', tone: 'good' },
  declined: { label: 'Declined', tone: 'quiet' },
};
