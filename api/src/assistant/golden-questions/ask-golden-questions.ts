import { isDeepStrictEqual } from 'node:util';
import { SYSTEM, streams } from '@landline/event-schemas';
import { toStorableText } from '@landline/event-schemas/storable';
import type { Origin } from '../../platform/commands/commands.ts';
import type { Answers } from '../answers/answers.ts';
import type { Citation } from '../answers/contract.ts';
import type { AssistantPorts } from '../ports.ts';
import { goldenQuestions, isRunning, questionsToAsk } from './golden-questions.ts';
import { goldenRun } from './golden-run.ts';
import { judgeAnswer } from './judge-answer.ts';

interface RunRef {
  readonly run_id: string;
  readonly client_id: string;
  /** System version whose configuration answers the questions; null for the current configuration. */
  readonly version_id: string | null;
}

type Ports = Pick<AssistantPorts, 'commands' | 'log'>;

/**
 * Asks a client's golden questions and judges the answers. Records each result at once, so that a retried job continues
 * with the remaining questions. Ends early when a later run replaces this one.
 */
export async function askGoldenQuestions(
  { commands, log }: Ports,
  run: RunRef,
  { answers, encoder }: { answers: Answers; encoder: string },
  cause: Pick<Origin, 'correlationId' | 'causationId'>,
  signal: AbortSignal,
): Promise<void> {
  const questionsStream = streams.goldenQuestions(run.client_id);
  const stream = streams.goldenRun(run.run_id);
  const origin = { actor: SYSTEM, ...cause };
  const { state: results } = await commands.load(goldenRun, stream);
  const passedById = new Map(results);
  for (;;) {
    signal.throwIfAborted();
    // Reload for each question: the questions may change and a later run may replace this one.
    const { state } = await commands.load(goldenQuestions, questionsStream);
    if (!isRunning(state, run)) return;
    const questions = questionsToAsk(state);
    const next = questions.find(({ golden_id }) => !passedById.has(golden_id));
    if (!next) {
      const total = questions.length;
      const passed = questions.filter(({ golden_id }) => passedById.get(golden_id)).length;
      const command = { type: 'complete_run', ...run, total, passed, encoder } as const;
      await commands.execute(goldenQuestions, { stream: questionsStream, command, ...origin });
      log.info({ event: 'golden_run.completed', ...run, total, passed }, 'Golden question run completed');
      return;
    }
    const answer = await answerTo(answers, run.client_id, next.question, signal);
    // A question that was changed or removed meanwhile has no result: this answer is to its earlier wording.
    const { state: current } = await commands.load(goldenQuestions, questionsStream);
    if (!isDeepStrictEqual(current.questions.get(next.golden_id), next)) continue;
    const judgment = judgeAnswer(next, answer);
    const { golden_id, conversation_id } = next;
    await commands.execute(goldenRun, {
      stream,
      command: {
        type: 'judge',
        ...run,
        golden_id,
        conversation_id,
        answer: toStorableText(answer.text),
        citations: answer.citations.map(({ title, url, link }) => ({ title, url, link })),
        confidence: answer.confidence,
        ...judgment,
      },
      ...origin,
    });
    passedById.set(golden_id, judgment.passed);
  }
}

/** Records that a run failed, so that it no longer counts as running. */
export async function failRun(
  { commands }: Ports,
  run: RunRef,
  failure: { reason: string; encoder: string },
  cause: Pick<Origin, 'correlationId' | 'causationId'>,
): Promise<void> {
  await commands.execute(goldenQuestions, {
    stream: streams.goldenQuestions(run.client_id),
    command: { type: 'fail_run', ...run, ...failure },
    actor: SYSTEM,
    ...cause,
  });
}

async function answerTo(answers: Answers, clientId: string, question: string, signal: AbortSignal) {
  const answer = {
    text: '',
    citations: [] as readonly Citation[],
    answered: false,
    confidence: 0,
  };
  for await (const part of answers.answer({ clientId, question, history: [], signal })) {
    if (part.type === 'text') answer.text += part.text;
    else if (part.type === 'citations') answer.citations = part.citations;
    else if (part.type === 'done') {
      answer.answered = part.answered;
      answer.confidence = part.confidence;
    }
  }
  signal.throwIfAborted();
  return answer;
}
