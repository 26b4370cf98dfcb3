import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { clientPrompt, clientPromptVersion, prompts } from './prompts.ts';

const { given } = projectorSpec(prompts);

const ids = { prompt_id: 'p1', client_id: 'acme' };
const stream = 'prompt-p1';
const added = recorded('PromptAdded', { ...ids, prompt_type: 'faq', content: 'Q: Open?' }, { stream });
const AT = '2026-03-01T09:00:00+00:00';
const LATER = '2026-03-02T09:00:00+00:00';
const later = { at: '2026-03-02T09:00:00.000Z', stream };
const withoutPage = { page_id: null, page_url: null, review_since: null };

test('lists the latest version of a prompt until it is deleted', async () => {
  const changed = recorded('PromptChanged', { ...ids, prompt_type: 'custom', content: 'Be brief.' }, later);
  const rows = await given(added, changed);
  expect(await rows(clientPrompt)).toEqual([
    {
      ...ids,
      ...withoutPage,
      prompt_type: 'custom',
      content: 'Be brief.',
      created_at: AT,
      changed_at: LATER,
    },
  ]);
  expect((await rows(clientPromptVersion)).map(({ content, at }) => [content, at])).toEqual([
    ['Q: Open?', AT],
    ['Be brief.', LATER],
  ]);
  const gone = await given(added, changed, recorded('PromptDeleted', ids));
  expect(await gone(clientPrompt)).toEqual([]);
});

test('marks an answer for review from the first change of its page until it is confirmed', async () => {
  const based_on = { page_id: 'home', url: 'https://acme.example/' };
  const answer = { ...ids, prompt_type: 'faq', content: 'Q: Open? A: At 7.', based_on } as const;
  const scraped = (changed: boolean, page_id = 'home') =>
    recorded(
      'PageScraped',
      { page_id, client_id: 'acme', title: '', content_hash: '', passages: 1, changed, fetch_ms: 1 },
      later,
    );
  const reviewSince = async (...events: Parameters<typeof given>) =>
    (await (await given(recorded('PromptAdded', answer, { stream }), ...events))(clientPrompt))[0]
      ?.review_since;
  expect(await reviewSince(scraped(false), scraped(true, 'about'))).toBeNull();
  expect(await reviewSince(scraped(true))).toBe(LATER);
  expect(await reviewSince(recorded('PageDeleted', { page_id: 'home', client_id: 'acme' }, later))).toBe(
    LATER,
  );
  expect(await reviewSince(scraped(true), recorded('PromptConfirmed', ids))).toBeNull();
  expect(await reviewSince(scraped(true), recorded('PromptChanged', answer, { stream }))).toBeNull();
});
