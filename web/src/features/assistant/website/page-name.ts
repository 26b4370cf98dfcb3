import type { PageRecord } from '@landline/api/assistant/website/contract';

/** Returns a page's display name: the file name of an uploaded file, otherwise the URL. */
export const pageName = ({ url, file_name }: Pick<PageRecord, 'url' | 'file_name'>) => file_name ?? url;
