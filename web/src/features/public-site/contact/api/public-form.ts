import type { FormName, FormToken, ScreenedFields } from '@landline/api/public-site/contact/form-contract';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';

interface PreparedToken {
  token: string;
  /** Earliest time at which the API accepts the form, in epoch milliseconds. */
  readyAt: number;
}

/** Handles a public form: requests its token when the visitor starts typing and sends it with the fields. */
export function publicForm(form: FormName) {
  let prepared: Promise<PreparedToken> | undefined;

  const prepare = (): Promise<PreparedToken> => {
    prepared ??= request<FormToken>(`/api/forms/${form}/token`).then(({ token, minimumFillMs }) => ({
      token,
      readyAt: Date.now() + minimumFillMs,
    }));
    prepared.catch(() => {
      prepared = undefined;
    });
    return prepared;
  };

  async function attempt(path: string, fields: Record<string, unknown> & ScreenedFields): Promise<void> {
    const { token, readyAt } = await prepare();
    // Autofill can be faster than the minimum fill time, so wait here instead of failing.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, readyAt - Date.now())));
    await request(path, { method: 'POST', body: { ...fields, formToken: token } });
    prepared = undefined;
  }

  return {
    // Ignore a failure here: `send` requests the token again and reports the error.
    prepare: () => void prepare().catch(() => undefined),
    /** Sends the form, replacing an expired token once. Throws an ApiError. */
    async send(path: string, fields: Record<string, unknown> & ScreenedFields): Promise<void> {
      try {
        await attempt(path, fields);
      } catch (error) {
        if (!hasStatus(error, 422)) throw error;
        prepared = undefined;
        await attempt(path, fields);
      }
    },
  };
}
