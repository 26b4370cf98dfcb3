import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { prompt } from './prompt.ts';

const given = specification(prompt);
const ids = { prompt_id: 'p1', client_id: 'acme' };
const faq = { ...ids, prompt_type: 'faq', content: 'Q: Open? A: At 7.' } as const;
const custom = { ...ids, prompt_type: 'custom', content: 'Be brief.' } as const;
const added = { type: 'PromptAdded', data: faq } as const;
const deleted = { type: 'PromptDeleted', data: ids } as const;

describe('prompt', () => {
  test('is added once', () => {
    given()
      .when({ type: 'add', ...faq })
      .then(added);
    given(added)
      .when({ type: 'add', ...faq })
      .thenNothing();
  });
  test('is changed only if something differs', () => {
    given(added)
      .when({ type: 'change', ...custom })
      .then({ type: 'PromptChanged', data: custom });
    given(added)
      .when({ type: 'change', ...faq })
      .thenNothing();
    for (const change of [
      { ...faq, prompt_type: 'custom' as const },
      { ...faq, content: 'Be brief.' },
    ])
      given(added)
        .when({ type: 'change', ...change })
        .then({ type: 'PromptChanged', data: change });
  });
  test('is changed when another page supports it', () => {
    const based_on = { page_id: 'home', url: 'https://acme.example/' };
    given(added)
      .when({ type: 'change', ...faq, based_on })
      .then({ type: 'PromptChanged', data: { ...faq, based_on } });
  });
  test('is confirmed each time', () => {
    const confirmed = { type: 'PromptConfirmed', data: ids } as const;
    given(added, confirmed)
      .when({ type: 'confirm', ...ids })
      .then(confirmed);
    given(added, confirmed)
      .when({ type: 'change', ...faq })
      .thenNothing();
  });
  test('is unknown after deletion', () => {
    given(added)
      .when({ type: 'delete', ...ids })
      .then(deleted);
    given(added, deleted)
      .when({ type: 'change', ...custom })
      .thenRejected('PROMPT_UNKNOWN');
  });
  test('is unknown to another client', () => {
    given(added)
      .when({ type: 'change', ...custom, client_id: 'other' })
      .thenRejected('PROMPT_UNKNOWN');
    given(added)
      .when({ type: 'delete', ...ids, client_id: 'other' })
      .thenRejected('PROMPT_UNKNOWN');
  });
});
