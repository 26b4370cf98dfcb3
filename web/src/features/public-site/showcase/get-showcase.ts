import type { Showcase } from '@landline/api/public-site/showcase/contract';

/**
 * GET /api/public/showcase: null when there is nothing to show or the request fails. Uses fetch directly to keep
 * session handling out of the first screen's code.
 */
export async function getShowcase(): Promise<Showcase['data']> {
  try {
    const response = await fetch('/api/public/showcase');
    // The API's tests check the response against the contract.
    return response.ok ? ((await response.json()) as Showcase).data : null;
  } catch {
    // The home page works without the showcase.
    return null;
  }
}
