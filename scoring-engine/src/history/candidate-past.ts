import {
  type Actor,
  CANDIDATE_FIELDS,
  type CandidateFeatures,
  type Classification,
  EVERYONE,
  type PropertyType,
  type RecordedEvent,
} from '@landline/event-schemas';
import type { Breakdown } from '../breakdown.ts';
import { explain } from '../explain.ts';
import { type Judgement, type ScoringModel, scoringModel } from '../model.ts';

/**
 * What a score goes back to. `imported`: features came or changed; `model`: other rules; `learned`: what judgements taught
 * about its kind; the others: its own judgement.
 */
export type ScoreCause = 'imported' | 'model' | 'learned' | 'classified' | 'classification_removed';

/** Something that changed what readers of a scope see as a candidate's score. */
export interface ScoreChange {
  /** Where in the log, a decimal number, and when it was to be seen. */
  readonly position: string;
  readonly at: string;
  readonly cause: ScoreCause;
  /** Who did what it goes back to. */
  readonly by: Actor;
  readonly model_hash: string;
  readonly classification: Classification | null;
  /** Points with one decimal, null for N/A. `before` is missing when there was no score yet. */
  readonly before?: number | null;
  readonly score: number | null;
}

/** A candidate's score as it was, with everything that it was made of. */
export interface PastScore {
  readonly model_hash: string;
  readonly breakdown: Breakdown;
}

interface Cause {
  readonly cause: ScoreCause;
  readonly by: Actor;
}
interface Features extends Cause {
  readonly position: bigint;
  readonly propertyType: PropertyType;
  readonly row: CandidateFeatures;
}
interface Judged extends Cause {
  readonly judgement: Judgement | null;
}
interface Published extends Cause {
  readonly model: ScoringModel;
}

/** Which events have a say in a candidate's past. */
export const PAST_EVENTS = [
  'CandidatesImported',
  'ScoringModelPublished',
  'CandidatesRescored',
  'PropertyClassified',
  'ClassificationRemoved',
] as const;

const NOTHING_KNOWN = Object.fromEntries(CANDIDATE_FIELDS.map((field) => [field, null]));

/** A candidate's scores in one scope through all that happened: takes the log's events, oldest first. */
export class CandidatePast {
  readonly #candidateId: string;
  readonly #scope: string;
  readonly #models = new Map<string, Published>();
  readonly #features: Features[] = [];
  #datasetKey: string | undefined;
  #own: Judged | undefined;
  #everyones: Judged | undefined;
  /** Until a scope has scores of its own, it reads everyone's. */
  #readsOwn: boolean;
  #applied: Features | undefined;
  #shown: PastScore | undefined;

  constructor(candidateId: string, scope: string) {
    this.#candidateId = candidateId;
    this.#scope = scope;
    this.#readsOwn = scope === EVERYONE;
  }

  /** What a reader sees now; undefined before the candidate was scored. */
  get shown(): PastScore | undefined {
    return this.#shown;
  }

  /** Takes an event; says what it changed for readers. */
  take(event: RecordedEvent): ScoreChange | undefined {
    switch (event.type) {
      case 'CandidatesImported':
        this.#import(event);
        return undefined;
      case 'ScoringModelPublished': {
        const model = scoringModel.parse(event.data.model);
        const cause = event.data.taught_by ? 'learned' : 'model';
        this.#models.set(event.data.model_hash, { model, cause, by: event.metadata.actor });
        return undefined;
      }
      case 'CandidatesRescored':
        return this.#rescored(event);
      case 'PropertyClassified':
      case 'ClassificationRemoved':
        return this.#judged(event);
      default:
        return undefined;
    }
  }

  #import({ data, position, metadata }: RecordedEvent<'CandidatesImported'>): void {
    const { columns } = data;
    if (this.#datasetKey !== undefined && data.dataset_key !== this.#datasetKey) return;
    const id = columns.indexOf('id');
    const values = data.rows.findLast((row) => row[id] === this.#candidateId);
    if (values === undefined) return;
    const known = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
    this.#datasetKey = data.dataset_key;
    this.#features.push({
      position,
      propertyType: data.property_type,
      // The importer writes rows in the types of `candidateFeatures`.
      row: { ...NOTHING_KNOWN, ...known } as CandidateFeatures,
      cause: 'imported',
      by: metadata.actor,
    });
  }

  #rescored(event: RecordedEvent<'CandidatesRescored'>): ScoreChange | undefined {
    const { dataset_key, scope, model_hash, as_of } = event.data;
    const isOwn = scope === this.#scope;
    if (dataset_key !== this.#datasetKey || !(isOwn || (scope === EVERYONE && !this.#readsOwn)))
      return undefined;
    const features = this.#features.findLast(({ position }) => position <= BigInt(as_of));
    const published = this.#models.get(model_hash);
    if (features === undefined || published === undefined) return undefined;
    const isFirstOwn = isOwn && !this.#readsOwn;
    this.#readsOwn ||= isOwn;
    const cause = features !== this.#applied ? features : isFirstOwn ? (this.#own ?? published) : published;
    return this.#show(event, features, model_hash, cause);
  }

  #judged(event: RecordedEvent<'PropertyClassified' | 'ClassificationRemoved'>): ScoreChange | undefined {
    const { candidate_id, scope } = event.data;
    if (candidate_id !== this.#candidateId) return undefined;
    const judged: Judged =
      event.type === 'PropertyClassified'
        ? {
            judgement: { classification: event.data.classification, factorIds: event.data.factor_ids },
            cause: 'classified',
            by: event.metadata.actor,
          }
        : { judgement: null, cause: 'classification_removed', by: event.metadata.actor };
    if (scope === this.#scope) this.#own = judged;
    if (scope === EVERYONE) this.#everyones = judged;
    const features = this.#features.at(-1);
    const isRead = scope === this.#scope ? this.#readsOwn : scope === EVERYONE && !this.#own?.judgement;
    if (!isRead || features === undefined || this.#shown === undefined) return undefined;
    return this.#show(event, features, this.#shown.model_hash, judged);
  }

  #show(
    event: RecordedEvent,
    features: Features,
    modelHash: string,
    { cause, by }: Cause,
  ): ScoreChange | undefined {
    const published = this.#models.get(modelHash);
    if (published === undefined) return undefined;
    const judgement = (this.#readsOwn ? this.#own?.judgement : null) ?? this.#everyones?.judgement ?? null;
    const before = this.#shown?.breakdown.score;
    const breakdown = explain(features.propertyType, features.row, judgement, published.model);
    this.#shown = { model_hash: modelHash, breakdown };
    this.#applied = features;
    const isJudgement = cause === 'classified' || cause === 'classification_removed';
    if (before === breakdown.score && !isJudgement) return undefined;
    return {
      position: String(event.position),
      at: event.metadata.at,
      cause,
      by,
      model_hash: modelHash,
      classification: judgement?.classification ?? null,
      ...(before !== undefined && { before }),
      score: breakdown.score,
    };
  }
}
