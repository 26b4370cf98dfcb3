import { type DomainEvent, EVERYONE } from '@landline/event-schemas';
import {
  DEFAULT_MODEL,
  modelHash,
  type ScoringModel,
  SHARE_TAKEN_MODEL,
  scoringModel,
} from '@landline/scoring-engine';
import type { Decider } from '../commands/decider.ts';
import type { Reading } from './contract.ts';

type Published = DomainEvent<'ScoringModelPublished'>;

/** The documents that can be published by the name of how they read the open-space penalties (spec 001 §9). */
export const READINGS: Readonly<Record<Exclude<Reading, 'other'>, ScoringModel>> = {
  literal: DEFAULT_MODEL,
  'share-taken': SHARE_TAKEN_MODEL,
};

/** How a model reads the open-space penalties: by what they are worth, whatever they are called. */
export function readingOf(model: ScoringModel): Reading {
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

/** Everyone's newest model, or null before the first. */
export type PublishedModel = ScoringModel | null;

/**
 * Publishes tables for everyone. What was learned goes along, so that nobody sees untrained scores until it has been learned
 * again by the new tables; a document that changes nothing is not published again.
 */
export const publishedModel: Decider<PublishedModel, { document: ScoringModel }, Published> = {
  initialState: null,
  toldByLastEvent: true,
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
        // The model is JSON: a record of what its schema says.
        data: { scope: EVERYONE, model_hash: hash, model: model as unknown as Record<string, unknown> },
      },
    ];
  },
};
