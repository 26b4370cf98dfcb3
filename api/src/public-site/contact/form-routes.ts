import { z } from 'zod';
import type { IdentityPorts } from '../../identity/ports.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { formName, formToken } from './form-contract.ts';
import { issueFormToken, MINIMUM_FILL_MS } from './form-token.ts';

export function formRoutes({ secrets }: IdentityPorts): Route[] {
  return [
    route.get('/api/forms/:form/token', {
      may: 'anyone',
      summary: 'A token for submitting a public form',
      params: z.object({ form: formName }),
      response: formToken,
      handle: ({ params: { form } }) => ({
        token: issueFormToken(secrets, form, Date.now()),
        minimumFillMs: MINIMUM_FILL_MS,
      }),
    }),
  ];
}
