import { expect, test } from 'vitest';
import { happened, projectorSpec } from '../../testing/projector-spec.ts';
import { clientPrompt, prompts } from './prompts.ts';

const { given } = projectorSpec(prompts);

const of = { prompt_id: 'p1', client_id: 'acme' };
const added = happened('PromptAdded', { ...of, prompt_type: 'faq', content: 'Q: Open?' });
const AT = '2026-03-01T09:00:00+00:00';
const LATER = '2026-03-02T09:00:00+00:00';

test('lists the latest version of a prompt until it is deleted', async () => {
  const changed = happened(
    'PromptChanged',
    { ...of, prompt_type: 'custom', content: 'Be brief.' },
    { at: '2026-03-02T09:00:00.000Z' },
  );
  const rows = await given(added, changed);
  expect(await rows(clientPrompt)).toEqual([
    { ...of, prompt_type: 'custom', content: 'Be brief.', created_at: AT, changed_at: LATER },
  ]);
  const gone = await given(added, changed, happened('PromptDeleted', of));
  expect(await gone(clientPrompt)).toEqual([]);
});
