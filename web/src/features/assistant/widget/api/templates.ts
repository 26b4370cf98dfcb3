import type { TemplatesResponse } from '@landline/api/assistant/widget/contract';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { widgetKeys } from '../keys.ts';

const path = '/api/ai/widget/templates';

/** GET /api/ai/widget/templates */
export const useTemplates = () => useGet<TemplatesResponse>(widgetKeys.templates(), path);

/** POST /api/ai/widget/templates */
export const useSaveTemplates = () =>
  useSend<{ script: string; style: string }, { success: true }>('POST', path, [widgetKeys.all]);
