import type { ErasureRecord, FindBy } from '@landline/api/operations/erasure/contract';
import type { ErasedKind } from '@landline/event-schemas';
import type { Tone } from '../../../shared/ui/tag.tsx';

export const KIND_NAMES: Readonly<Record<ErasedKind, string>> = {
  staffUser: 'Staff member',
  clientUser: 'Client user',
  contactRequest: 'Contact request',
  newsletterSubscriber: 'Newsletter subscriber',
  conversation: 'Conversation',
  leftMessage: 'Left message',
  contentRequest: 'Content request',
  owner: 'Property owner',
  import: 'Rejected import rows',
};

/** Ways to search for personal data. */
export const SEARCHES: Readonly<Record<FindBy, { label: string; fieldLabel: string; notFound: string }>> = {
  email: {
    label: 'Email address',
    fieldLabel: 'Email address',
    notFound: 'No personal data with this email address, or it has already been erased.',
  },
  property: {
    label: 'Property',
    fieldLabel: 'Parcel number, address or owner',
    notFound: 'No matching property has an owner, or the owner has already been erased.',
  },
  import: {
    label: 'Import',
    fieldLabel: 'File name or text of a rejected row',
    notFound: 'No matching import has rejected rows, or they have already been erased.',
  },
};

export const STATUSES: Readonly<Record<ErasureRecord['status'], { label: string; tone: Tone }>> = {
  requested: { label: 'Requested', tone: 'notice' },
  erasing: { label: 'Erasing', tone: 'accent' },
  erased: { label: 'Erased', tone: 'good' },
  declined: { label: 'Declined', tone: 'quiet' },
};
