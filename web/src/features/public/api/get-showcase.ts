import type { Showcase } from '@landline/api/showcase/contract';

/**
 * GET /api/public/showcase: null while there is nothing to show, or when it cannot be had. It is of no session, so
 * the first screen goes without what knows of refusals and refreshing.
 */
export async function getShowcase(): Promise<Showcase['data']> {
  try {
    const response = await fetch('/api/public/showcase');
    // The api's own tests hold what it answers against the contract.
    return response.ok ? ((await response.json()) as Showcase).data : null;
  } catch {
    // The page is whole without it; its visitors came for something else.
    return null;
  }
}
