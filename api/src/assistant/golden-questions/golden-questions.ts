import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import { ERASED } from '@landline/event-schemas/personal';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { MAX_GOLDEN_QUESTIONS } from './contract.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    TOO_MANY_GOLDEN_QUESTIONS: { limit: number };
  }
}

type GoldenQuestionsEvent = DomainEvent<
  | 'GoldenQuestionAdded'
  | 'GoldenQuestionChanged'
  | 'GoldenQuestionRemoved'
  | 'GoldenRunRequested'
  | 'GoldenRunCompleted'
  | 'GoldenRunFailed'
>;

export type GoldenQuestion = EventData<'GoldenQuestionAdded'>;

interface GoldenQuestions {
  readonly questions: ReadonlyMap<string, GoldenQuestion>;
  /** Unfinished run per system version; null is the current configuration. */
  readonly running: ReadonlyMap<string | null, string>;
}

export type GoldenQuestionsCommand =
  | ({ type: 'add' } & GoldenQuestion)
  | ({ type: 'change' } & GoldenQuestion)
  | ({ type: 'remove' } & EventData<'GoldenQuestionRemoved'>)
  | ({ type: 'request_run' } & Omit<EventData<'GoldenRunRequested'>, 'total'>)
  | ({ type: 'complete_run' } & EventData<'GoldenRunCompleted'>)
  | ({ type: 'fail_run' } & EventData<'GoldenRunFailed'>);

/** The questions that test a client's assistant, and the runs that ask them. */
export const goldenQuestions: Decider<GoldenQuestions, GoldenQuestionsCommand, GoldenQuestionsEvent> = {
  initialState: { questions: new Map(), running: new Map() },
  readsPersonalData: true,

  evolve({ questions, running }, { type, data }) {
    switch (type) {
      case 'GoldenQuestionAdded':
      case 'GoldenQuestionChanged':
        return { questions: new Map(questions).set(data.golden_id, data), running };
      case 'GoldenQuestionRemoved':
        return { questions: without(questions, data.golden_id), running };
      case 'GoldenRunRequested':
        return { questions, running: new Map(running).set(data.version_id, data.run_id) };
      case 'GoldenRunCompleted':
      case 'GoldenRunFailed':
        return { questions, running: without(running, data.version_id) };
    }
  },

  decide(command, state) {
    const { questions } = state;
    switch (command.type) {
      case 'add': {
        const data = dataOf(command);
        if (questions.has(data.golden_id)) return [];
        if (questions.size >= MAX_GOLDEN_QUESTIONS) throw tooManyQuestions();
        assertUnique(data, questions);
        return [{ type: 'GoldenQuestionAdded', data }];
      }
      case 'change': {
        const data = dataOf(command);
        const before = questions.get(data.golden_id);
        if (!before) throw goldenQuestionUnknown();
        // A question keeps its link to the conversation until its wording changes.
        const isSame = data.question === before.question;
        const conversation_id = isSame ? before.conversation_id : data.conversation_id;
        if (isSame && data.page_url === before.page_url && isDeepStrictEqual(data.phrases, before.phrases))
          return [];
        assertUnique(data, questions);
        return [{ type: 'GoldenQuestionChanged', data: { ...data, conversation_id } }];
      }
      case 'remove':
        if (!questions.has(command.golden_id)) throw goldenQuestionUnknown();
        return [{ type: 'GoldenQuestionRemoved', data: dataOf(command) }];
      case 'request_run': {
        if (isRunning(state, command)) return [];
        const total = questionsToAsk(state).length;
        if (total === 0) throw noGoldenQuestions();
        return [{ type: 'GoldenRunRequested', data: { ...dataOf(command), total } }];
      }
      case 'complete_run':
        return isRunning(state, command) ? [{ type: 'GoldenRunCompleted', data: dataOf(command) }] : [];
      case 'fail_run':
        return isRunning(state, command) ? [{ type: 'GoldenRunFailed', data: dataOf(command) }] : [];
    }
  },
};

/** Returns the questions that a run asks, which are those that have not been erased. */
export const questionsToAsk = ({ questions }: GoldenQuestions): GoldenQuestion[] =>
  [...questions.values()].filter(({ question }) => question !== ERASED);

/** Returns true while this run has neither ended nor been replaced. */
export const isRunning = (
  { running }: GoldenQuestions,
  { run_id, version_id }: { run_id: string; version_id: string | null },
): boolean => running.get(version_id) === run_id;

function assertUnique(
  { golden_id, question }: GoldenQuestion,
  questions: GoldenQuestions['questions'],
): void {
  for (const each of questions.values()) {
    if (each.golden_id !== golden_id && normalize(each.question) === normalize(question)) {
      throw new DomainError(
        'conflict',
        'GOLDEN_QUESTION_KNOWN',
        'This question is already one of the golden questions.',
      );
    }
  }
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

const goldenQuestionUnknown = () => notFound('GOLDEN_QUESTION_UNKNOWN');

const noGoldenQuestions = () =>
  new DomainError(
    'rule_broken',
    'NO_GOLDEN_QUESTIONS',
    'There are no golden questions to ask. Add one first.',
  );

const tooManyQuestions = () =>
  new DomainError(
    'rule_broken',
    'TOO_MANY_GOLDEN_QUESTIONS',
    `A client can have at most ${MAX_GOLDEN_QUESTIONS} golden questions. Remove one before you add another.`,
    { data: { limit: MAX_GOLDEN_QUESTIONS } },
  );
