import { expect, test } from 'vitest';
import { grouped } from './similar.ts';

const topic = (text: string, count: number) => ({ topic: text, count });

test('questions that share most of their words, or use others for them, are one', () => {
  const groups = grouped([
    topic('cost deliveri', 9),
    topic('deliveri price', 4),
    topic('open sundai', 6),
    topic('hour open sundai', 2),
    topic('garag permit', 1),
  ]);
  expect(groups.map((members) => members.map((each) => each.topic))).toEqual([
    ['cost deliveri', 'deliveri price'],
    ['open sundai', 'hour open sundai'],
    ['garag permit'],
  ]);
});

test('the order in which they come does not matter', () => {
  const topics = [topic('a b c', 3), topic('a b', 5), topic('b c d', 1), topic('x', 1)];
  expect(grouped(topics.toReversed())).toEqual(grouped(topics));
});

test('groups are ordered by what they come to together', () => {
  const groups = grouped([topic('fenc', 5), topic('garag permit', 4), topic('garag permit squar', 3)]);
  expect(groups.map(([first]) => first?.topic)).toEqual(['garag permit', 'fenc']);
});
