import type { FormName, FormToken, ScreenedFields } from '@landline/api/forms/contract';
import { hasStatus } from '../../../shared/http/errors.ts';
import { request } from '../../../shared/http/request.ts';

interface Prepared {
  token: string;
  readyAt: number;
}

/** A form of the public pages: its token is asked for when somebody begins, and sent with what they entered. */
export function publicForm(form: FormName) {
  let prepared: Promise<Prepared> | undefined;

  const prepare = (): Promise<Prepared> => {
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
    // Somebody quick, or a browser that fills in: we wait, they need not.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, readyAt - Date.now())));
    await request(path, { method: 'POST', body: { ...fields, formToken: token } });
    prepared = undefined;
  }

  return {
    prepare: () => void prepare().catch(() => undefined),
    /** Sends the form. A token that has expired meanwhile is replaced once. Throws an ApiError. */
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
