import type { Classification, DomainEvent, PropertyType } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type JudgementEvent = DomainEvent<'PropertyClassified' | 'ClassificationRemoved'>;

/** What a scope thinks of one candidate: nothing, or good or bad (spec 001 §4). */
export type Judgement =
  | { status: 'unclassified' }
  | { status: 'classified'; classification: Classification; factorIds: readonly string[] };

interface Judged {
  candidateId: string;
  datasetKey: string;
  scope: string;
  propertyType: PropertyType;
}

export type JudgementCommand =
  | (Judged & {
      type: 'classify';
      judgedBy: string;
      classification: Classification;
      notes: string;
      factorIds: readonly string[];
      originalScore: number | null;
      /** The factors that the model in force knows for this property type. */
      knownFactorIds: ReadonlySet<string>;
    })
  | (Judged & { type: 'remove' });

export const judgement: Decider<Judgement, JudgementCommand, JudgementEvent> = {
  initialState: { status: 'unclassified' },

  evolve(_state, event) {
    switch (event.type) {
      case 'PropertyClassified':
        return {
          status: 'classified',
          classification: event.data.classification,
          factorIds: event.data.factor_ids,
        };
      case 'ClassificationRemoved':
        return { status: 'unclassified' };
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'classify':
        return classify(command, state);
      case 'remove':
        return remove(command, state);
    }
  },
};

function classify(command: JudgementCommand & { type: 'classify' }, state: Judgement): JudgementEvent[] {
  const unknown = command.factorIds.filter((id) => !command.knownFactorIds.has(id));
  if (unknown.length > 0) {
    throw new DomainError('rule_broken', 'UNKNOWN_FACTOR', 'A selected training factor does not exist.', {
      details: unknown.map((id) => ({ path: 'body.factorIds', message: id })),
    });
  }
  if (state.status === 'classified') {
    throw new DomainError(
      'conflict',
      'ALREADY_CLASSIFIED',
      `This property is already classified as ${state.classification}. Remove the classification first.`,
    );
  }
  return [
    {
      type: 'PropertyClassified',
      data: {
        ...subject(command),
        judged_by: command.judgedBy,
        classification: command.classification,
        notes: command.notes,
        factor_ids: [...new Set(command.factorIds)],
        original_score: command.originalScore,
      },
    },
  ];
}

function remove(command: JudgementCommand & { type: 'remove' }, state: Judgement): JudgementEvent[] {
  if (state.status === 'unclassified') {
    throw new DomainError('not_found', 'NOT_CLASSIFIED', 'This property is not classified.');
  }
  return [{ type: 'ClassificationRemoved', data: subject(command) }];
}

const subject = ({ candidateId, datasetKey, scope, propertyType }: Judged) => ({
  candidate_id: candidateId,
  dataset_key: datasetKey,
  scope,
  property_type: propertyType,
});
