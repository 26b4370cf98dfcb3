import type { ErasureRecord, FindBy } from '@landline/api/erasure/contract';
import type { ErasedKind } from '@landline/event-schemas';
import type { Tone } from '../../shared/ui/tag.tsx';

const KINDS: Readonly<Record<ErasedKind, string>> = {
  staffUser: 'Member of staff',
  clientUser: 'Client user',
  contactRequest: 'Contact request',
  newsletterSubscriber: 'Newsletter subscriber',
  conversation: 'Conversation',
  leftMessage: 'Left message',
  contentRequest: 'Content request',
  owner: 'Property owner',
  import: 'Rejected rows of an import',
};

export const kindName = (kind: ErasedKind): string => KINDS[kind];

/** By what a person is looked for. */
export const FINDS: Readonly<Record<FindBy, { label: string; sought: string; nobody: string }>> = {
  email: {
    label: 'Email address',
    sought: 'Email address',
    nobody: 'This address was left nowhere, or it was erased already.',
  },
  property: {
    label: 'Property',
    sought: 'Parcel number, address or owner',
    nobody: 'No property like this has an owner, or the owner was erased already.',
  },
  import: {
    label: 'Import',
    sought: 'File name, or words of a rejected row',
    nobody: 'No import like this has rejected rows, or they were erased already.',
  },
};

export const STATUSES: Readonly<Record<ErasureRecord['status'], { label: string; tone: Tone }>> = {
  requested: { label: 'Requested', tone: 'notice' },
  erasing: { label: 'Erasing', tone: 'accent' },
  erased: { label: 'Erased', tone: 'good' },
  declined: { label: 'Declined', tone: 'quiet' },
};
