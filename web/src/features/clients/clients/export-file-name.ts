import type { ClientRecord } from '@landline/api/clients/clients/contract';

/** Returns the file name of a client's export: its name or, without Latin letters or digits, its id. */
export const exportFileName = ({ id, name }: Pick<ClientRecord, 'id' | 'name'>) =>
  `${
    name
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.join('-') ?? id
  }.ndjson`;
