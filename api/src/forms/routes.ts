import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { formName, formToken } from './contract.ts';
import { issueFormToken, MINIMUM_FILL_MS } from './form-token.ts';

/** The tokens of the public forms. */
export function formRoutes({ secrets }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/forms/:form/token',
      may: 'anyone',
      summary: 'A token to send with a form of the public pages',
      params: z.object({ form: formName }),
      response: formToken,
      handle: ({ params: { form } }) => ({
        token: issueFormToken(secrets, form, Date.now()),
        minimumFillMs: MINIMUM_FILL_MS,
      }),
    }),
  ];
}
