import type { PageRecord } from '@landline/api/assistant/website/contract';

/** Returns the name by which people know a page: its file name if it was uploaded, else its URL. */
export const pageName = ({ url, file_name }: Pick<PageRecord, 'url' | 'file_name'>) => file_name ?? url;
