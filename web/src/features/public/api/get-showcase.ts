import type { Showcase } from '@landline/api/showcase/contract';
import { request } from '../../../shared/http/request.ts';

/** GET /api/public/showcase: null while there is nothing to show, or when it cannot be had. */
export async function getShowcase(): Promise<Showcase['data']> {
  try {
    return (await request<Showcase>('/api/public/showcase')).data;
  } catch {
    // The page is whole without it; its visitors came for something else.
    return null;
  }
}
