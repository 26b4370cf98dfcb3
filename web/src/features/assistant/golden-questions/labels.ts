import type { GoldenResult, GoldenRun } from '@landline/api/assistant/golden-questions/contract';

export const TRIGGERS: Readonly<Record<GoldenRun['trigger'], string>> = {
  request: 'Requested',
  crawl: 'After a crawl',
  prompt: 'After a prompt change',
  encoder: 'After an encoder change',
  version: 'For a system version',
};

/** Returns the reasons why an answer failed, as sentences. */
export const reasonsOf = ({ failures, missing }: Pick<GoldenResult, 'failures' | 'missing'>): string[] => {
  const sentences: Readonly<Record<GoldenResult['failures'][number], string>> = {
    not_answered: 'The assistant did not answer.',
    other_page: 'The answer does not cite the expected page.',
    missing_phrase: `The answer does not contain ${missing.map((phrase) => `“${phrase}”`).join(', ')}.`,
  };
  return failures.map((failure) => sentences[failure]);
};

/** Removes citation numbers such as `[2]` from an answer. */
export const withoutCitationNumbers = (text: string) => text.replaceAll(/\s*\[\d{1,2}\]/g, '');
