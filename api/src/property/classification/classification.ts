import type { Classification, DomainEvent, PropertyType } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

type ClassificationEvent = DomainEvent<'PropertyClassified' | 'ClassificationRemoved'>;

declare module '../../platform/errors.ts' {
  interface ErrorData {
    UNKNOWN_FACTOR: { factorIds: readonly string[] };
    PROPERTY_TYPE: { propertyType: PropertyType };
    ALREADY_CLASSIFIED: { classification: Classification };
  }
}

/** A scope's classification of one candidate (spec 001 §4). */
type ClassificationState =
  | { status: 'unclassified' }
  | { status: 'classified'; classification: Classification };

interface Target {
  candidateId: string;
  datasetKey: string;
  scope: string;
  propertyType: PropertyType;
}

type ClassificationCommand =
  | (Target & {
      type: 'classify';
      classifiedBy: string;
      classification: Classification;
      notes: string;
      factorIds: readonly string[];
      originalScore: number | null;
      /** Training factors of the current model for this property type. */
      knownFactorIds: ReadonlySet<string>;
    })
  | (Target & { type: 'remove' });

export const candidateClassification: Decider<
  ClassificationState,
  ClassificationCommand,
  ClassificationEvent
> = {
  initialState: { status: 'unclassified' },

  evolve(_state, event) {
    switch (event.type) {
      case 'PropertyClassified':
        return { status: 'classified', classification: event.data.classification };
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

function classify(
  command: ClassificationCommand & { type: 'classify' },
  state: ClassificationState,
): ClassificationEvent[] {
  const unknown = command.factorIds.filter((id) => !command.knownFactorIds.has(id));
  if (unknown.length > 0) {
    throw new DomainError('rule_broken', 'UNKNOWN_FACTOR', 'A selected training factor does not exist.', {
      data: { factorIds: unknown },
      details: unknown.map((id) => ({ path: 'body.factorIds', message: id })),
    });
  }
  if (state.status === 'classified') {
    throw new DomainError(
      'conflict',
      'ALREADY_CLASSIFIED',
      `This property is already classified as ${state.classification}. Remove the classification first.`,
      { data: { classification: state.classification } },
    );
  }
  return [
    {
      type: 'PropertyClassified',
      data: {
        ...target(command),
        judged_by: command.classifiedBy,
        classification: command.classification,
        notes: command.notes,
        factor_ids: [...new Set(command.factorIds)],
        original_score: command.originalScore,
      },
    },
  ];
}

function remove(
  command: ClassificationCommand & { type: 'remove' },
  state: ClassificationState,
): ClassificationEvent[] {
  if (state.status === 'unclassified') {
    throw new DomainError('not_found', 'NOT_CLASSIFIED', 'This property is not classified.');
  }
  return [{ type: 'ClassificationRemoved', data: target(command) }];
}

const target = ({ candidateId, datasetKey, scope, propertyType }: Target) => ({
  candidate_id: candidateId,
  dataset_key: datasetKey,
  scope,
  property_type: propertyType,
});
