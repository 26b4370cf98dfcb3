import { describe, expect, test } from 'vitest';
import { asked, excerptFrom } from '../testing/excerpts.ts';
import { rankSentences, sortedForReading } from './excerpt.ts';
import { sentencesFor } from './sentence-features.ts';

test('limits an excerpt and quotes the best sentence with its subject', async () => {
  const sources = [
    { heading: '', score: 10, text: 'Our shop is in the old town. It opened in 1923. When did it open?' },
  ];
  const [first] = await excerptFrom(asked('When did the shop open?'), sources);
  expect(first?.text).toBe('Our shop is in the old town. It opened in 1923.');
  const long = [{ heading: '', score: 1, text: `${'Very long, '.repeat(60)}the shop is open.` }];
  const [shortened] = await excerptFrom(asked('Is the shop open?'), long);
  expect(shortened?.text.length).toBeLessThanOrEqual(420);
  expect(shortened?.text).toContain('the shop is open');
});

describe('sentences that the cross-encoder reads', () => {
  const sources = [
    {
      heading: '',
      score: 10,
      text: 'The shop is open daily. The shop sells tea. Open shops welcome dogs. We bake. We sew. We sing.',
    },
    { heading: '', score: 9, text: 'The office is open too. Our shop has a garden. Dogs sleep there.' },
  ];
  const question = asked('Is the shop open?');
  const all = sortedForReading(sentencesFor(question, sources)).map(({ text }) => text);

  /** Number of sentences that are read. */
  const READ = 5;

  /** Ranks the sentences by the answer scores of those that are read. */
  const rankedWith = async (answerScoreOf: (sentence: string) => number) => {
    const scoreAnswers = async (given: readonly string[]) => given.slice(0, READ).map(answerScoreOf);
    return (await rankSentences({ ...question, scoreAnswers }, sources)).map(({ text }) => text);
  };

  test('are the best ones by their other features', async () => {
    expect(all.length).toBeGreaterThan(READ);
    expect(await rankedWith(() => 0)).toEqual(all.slice(0, READ));
  });

  test('change places if a lower one answers', async () => {
    const answer = all[READ - 1] ?? '';
    expect(await rankedWith((text) => (text === answer ? 20 : 0))).toEqual([
      answer,
      ...all.slice(0, READ - 1),
    ]);
  });
});

describe('a quote that may begin with another sentence than the best one', () => {
  const before = 'A password has twelve characters or more.';
  const best = 'Do not use phrases or repeated characters in it, such as abc or 111.';
  const after = `Choose letters, numbers and symbols. ${'Also read what our experts recommend. '.repeat(12)}`;
  /** Quotes with the answer scores of the sentence before the best one and of the best one; the others answer nothing. */
  const quoteWith = async (scores: { readonly before: number; readonly best: number }) => {
    const scoreOf = (sentence: string) =>
      sentence === before ? scores.before : sentence === best ? scores.best : -20;
    const [quote] = await excerptFrom(
      {
        ...asked('password: how many letters'),
        stems: ['password', 'letter'],
        scoreAnswers: async (sentences) => sentences.map(scoreOf),
      },
      [{ heading: '', score: 10, text: `${before} ${best} ${after}` }],
    );
    return quote?.text ?? '';
  };

  test('begins with the sentence before it if that may answer too', async () => {
    expect(await quoteWith({ before: 8, best: 10 })).toMatch(new RegExp(`^${before} ${best}`));
  });

  test('begins with the best sentence if that is clearly the answer', async () => {
    expect(await quoteWith({ before: 0, best: 10 })).toMatch(new RegExp(`^${best}`));
  });
});

test('answers what staff can do with a statement about staff, not with steps for the visitor', async () => {
  const steps = 'To change your password:\n\n1. Go to your password page.\n2. Change the password.';
  const staff = 'For your security, we cannot change your password for you.';
  const question = { ...asked('Can your staff change my password?'), stems: ['chang', 'password'] };
  const [first] = await excerptFrom(question, [
    { heading: 'How do I change my password?', score: 10, text: steps },
    { heading: 'Security', score: 9, text: staff },
  ]);
  expect(first?.text).toBe(staff);
});

test('reads an item of a list together with the line that introduces it', async () => {
  const read: string[] = [];
  const scoreAnswers = async (sentences: readonly string[]) => {
    read.push(...sentences);
    return sentences.map(() => 1);
  };
  const text = 'You do not need a permit for these boats:\n- Boats of a school.\n- Rowing boats.';
  await excerptFrom({ ...asked('Which boats need no permit?'), stems: ['boat', 'permit'], scoreAnswers }, [
    { heading: '', score: 1, text },
  ]);
  expect(read).toContain('You do not need a permit for these boats: Rowing boats.');
});

test('reads a sentence together with the heading or the question above it', async () => {
  const read: string[] = [];
  const scoreAnswers = async (sentences: readonly string[]) => {
    read.push(...sentences);
    return sentences.map(() => 1);
  };
  const ask = (heading: string, text: string) =>
    excerptFrom({ ...asked('How often do I replace the brush?'), stems: ['replac', 'brush'], scoreAnswers }, [
      { heading, score: 1, text },
    ]);
  await ask('Brushes › When to replace the head', 'Every three months.');
  await ask('Questions › Do brushes wear out?', 'Yes, after three months.');
  await ask('', 'Replace it every three months.');
  expect(read).toEqual([
    'When to replace the head: Every three months.',
    'Do brushes wear out? Yes, after three months.',
    'Replace it every three months.',
  ]);
});

test('answers how to reach the business from the best passages, not with how to reach another organization', async () => {
  const scoreAnswers = async (sentences: readonly string[]) =>
    sentences.map((sentence) => (sentence.includes('Tax Office') ? 4 : 0));
  const sources = [
    { heading: '', score: 10, text: 'Call us at (555) 555-0100.' },
    { heading: '', score: 8, text: 'Contact the support of the Tax Office at (555) 555-0199.' },
  ];
  const ask = async (question: string) =>
    (await rankSentences({ ...asked(question), stems: ['contact', 'support'], scoreAnswers }, sources))[0]
      ?.text;
  expect(await ask('How do I contact support?')).toBe(sources[0]?.text);
  expect(await ask('What is the support of taxes?')).toBe(sources[1]?.text);
});

test('prefers a sentence of the passage that is closer to the question in meaning', async () => {
  const scoreAnswers = async (sentences: readonly string[]) => sentences.map(() => 0);
  const [best] = await rankSentences({ ...asked('Is the shop open?'), scoreAnswers }, [
    { heading: '', score: 1, similarity: 0.1, text: 'The gate is open.' },
    { heading: '', score: 1, similarity: 0.6, text: 'The door is open.' },
  ]);
  expect(best?.text).toBe('The door is open.');
});
