import { type DomainEvent, EVERYONE, streams } from '@landline/event-schemas';
import {
  DEFAULT_MODEL,
  modelHash,
  type ScoringModel,
  SHARE_TAKEN_MODEL,
  scoringModel,
} from '@landline/scoring-engine';
import type { Decider } from '../../platform/commands/decider.ts';
import { defineRestorer } from '../../platform/commands/document-restorer.ts';
import type { PenaltyInterpretation } from './contract.ts';

type ModelPublishedEvent = DomainEvent<'ScoringModelPublished'>;

/** Built-in model documents by their interpretation of the open-space penalties (spec 001 §9). */
export const READINGS: Readonly<Record<Exclude<PenaltyInterpretation, 'other'>, ScoringModel>> = {
  literal: DEFAULT_MODEL,
  'share-taken': SHARE_TAKEN_MODEL,
};

/** Recognizes a model's interpretation by the values of its open-space penalties. */
export function readingOf(model: ScoringModel): PenaltyInterpretation {
  for (const reading of ['literal', 'share-taken'] as const) {
    if (penaltiesOf(READINGS[reading]) === penaltiesOf(model)) return reading;
  }
  return 'other';
}

function penaltiesOf({ ios }: ScoringModel): string {
  const { bands, otherwise, unknown } = ios.open_space_penalty;
  const multipliers = bands.map(({ from, to, value }) => [from, to, value]);
  return JSON.stringify([multipliers, otherwise.value, unknown?.value]);
}

/** Everyone's newest model; null before the first publication. */
type PublishedModel = ScoringModel | null;

/**
 * Publishes model tables for everyone. Keeps the trained adjustments, so that scores stay trained until training with the new
 * tables has finished. An unchanged document is not published again.
 */
export const publishedModel: Decider<PublishedModel, { document: ScoringModel }, ModelPublishedEvent> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: (_state, { data }) => scoringModel.parse(data.model),
  decide({ document }, state) {
    const { adu, ios } = document;
    const model: ScoringModel = {
      ...document,
      adu: { ...adu, learned: state?.adu.learned ?? [] },
      ios: { ...ios, learned: state?.ios.learned ?? [] },
    };
    const hash = modelHash(model);
    if (state && modelHash(state) === hash) return [];
    return [
      {
        type: 'ScoringModelPublished',
        // The model is plain JSON.
        data: { scope: EVERYONE, model_hash: hash, model: model as unknown as Record<string, unknown> },
      },
    ];
  },
};

/** Restores the tables of everyone's scoring model. */
export const scoringModelDocuments = {
  scoring_model: defineRestorer(publishedModel, {
    stream: ({ id }) => streams.trainingModel(id),
    commandsFor: ([{ after }]) => [{ document: scoringModel.parse(after) }],
  }),
};
