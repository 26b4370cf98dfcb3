import {
  type Actor,
  type Assessment,
  type CandidateFeatures,
  type Classification,
  EVERYONE,
  type PropertyType,
  withAssessment,
} from '@landline/event-schemas';
import type { Breakdown } from '../breakdown.ts';
import { explain } from '../explain.ts';
import type { Judgement, ScoringModel } from '../model.ts';

/**
 * What a score goes back to. `imported`: features came or changed; `assessed`: layers around
 * it say something else; `model`: other rules; `learned`: what judgements taught
 * about its kind; the others: its own judgement.
 */
export type ScoreCause =
  | 'imported'
  | 'assessed'
  | 'model'
  | 'learned'
  | 'classified'
  | 'classification_removed';

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
  /** `learned`: how many judgements it was learned from. */
  readonly judgements?: number;
  /** Points with one decimal, null for N/A. `before` is missing when there was no score yet. */
  readonly before?: number | null;
  readonly score: number | null;
}

/** A candidate's score as it was, with everything that it was made of. */
export interface PastScore {
  readonly model_hash: string;
  readonly breakdown: Breakdown;
}

/** Something of the log that has a say in a candidate's past. */
export type PastFact = {
  readonly position: bigint;
  readonly at: string;
  readonly by: Actor;
} & (
  | {
      readonly fact: 'imported';
      readonly datasetKey: string;
      readonly propertyType: PropertyType;
      readonly row: CandidateFeatures;
    }
  | { readonly fact: 'assessed'; readonly assessment: Assessment }
  | {
      readonly fact: 'published';
      readonly scope: string;
      readonly modelHash: string;
      readonly model: ScoringModel;
      /** How many judgements it was learned from; null where somebody published it. */
      readonly judgements: number | null;
    }
  | {
      readonly fact: 'rescored';
      readonly datasetKey: string;
      readonly scope: string;
      readonly modelHash: string;
      readonly asOf: bigint;
    }
  | { readonly fact: 'judged'; readonly scope: string; readonly judgement: Judgement | null }
);
type Fact<Kind extends PastFact['fact']> = Extract<PastFact, { fact: Kind }>;

/** What a candidate's features are made of at some time. */
interface Features {
  readonly imported: Fact<'imported'>;
  readonly assessed: Fact<'assessed'> | undefined;
}

/**
 * A candidate's scores in one scope through all that happened: takes the facts about it, oldest first. It may begin in the
 * middle; then it has to be told whether the scope had scores of its own by then, and its first run is no change.
 */
export class CandidatePast {
  readonly #scope: string;
  readonly #models = new Map<string, Fact<'published'>>();
  readonly #imports: Fact<'imported'>[] = [];
  readonly #assessments: Fact<'assessed'>[] = [];
  #own: Fact<'judged'> | undefined;
  #everyones: Fact<'judged'> | undefined;
  /** Until a scope has scores of its own, it reads everyone's, but for what it judged itself. */
  #readsOwn: boolean;
  #applied: Features | undefined;
  #shown: PastScore | undefined;

  constructor(scope: string, readsOwn = scope === EVERYONE) {
    this.#scope = scope;
    this.#readsOwn = readsOwn;
  }

  /** What a reader sees now; undefined before the candidate was scored. */
  get shown(): PastScore | undefined {
    return this.#shown;
  }

  /** Takes a fact; says what it changed for readers. */
  take(fact: PastFact): ScoreChange | undefined {
    switch (fact.fact) {
      case 'imported':
        this.#imports.push(fact);
        return undefined;
      case 'assessed':
        this.#assessments.push(fact);
        return undefined;
      case 'published':
        if (fact.scope === this.#scope || fact.scope === EVERYONE) this.#models.set(fact.modelHash, fact);
        return undefined;
      case 'rescored':
        return this.#rescored(fact);
      case 'judged':
        return this.#judged(fact);
    }
  }

  #rescored(fact: Fact<'rescored'>): ScoreChange | undefined {
    const isOwn = fact.scope === this.#scope;
    if (!(isOwn || (fact.scope === EVERYONE && !this.#readsOwn))) return undefined;
    const features = this.#featuresAt(fact.asOf);
    const published = this.#models.get(fact.modelHash);
    if (features === undefined || published === undefined) return undefined;
    const { imported, assessed } = features;
    if (imported.datasetKey !== fact.datasetKey) return undefined;
    this.#readsOwn ||= isOwn;
    const isImported = imported !== this.#applied?.imported;
    const changed = isImported ? imported : assessed !== this.#applied?.assessed ? assessed : undefined;
    return this.#show(fact, features, published, changed ?? published);
  }

  #featuresAt(position: bigint): Features | undefined {
    const imported = this.#imports.findLast((fact) => fact.position <= position);
    const assessed = this.#assessments.findLast((fact) => fact.position <= position);
    return imported && { imported, assessed };
  }

  #judged(fact: Fact<'judged'>): ScoreChange | undefined {
    if (fact.scope === this.#scope) this.#own = fact;
    if (fact.scope === EVERYONE) this.#everyones = fact;
    const features = this.#featuresAt(fact.position);
    const published = this.#shown && this.#models.get(this.#shown.model_hash);
    const isRead = fact.scope === this.#scope || (fact.scope === EVERYONE && !this.#own?.judgement);
    if (!isRead || features === undefined || published === undefined) return undefined;
    return this.#show(fact, features, published, fact);
  }

  #show(
    { position, at }: PastFact,
    features: Features,
    { modelHash, model }: Fact<'published'>,
    cause: Fact<'imported' | 'assessed' | 'published' | 'judged'>,
  ): ScoreChange | undefined {
    const judgement = this.#own?.judgement ?? this.#everyones?.judgement ?? null;
    const before = this.#shown?.breakdown.score;
    const { propertyType, row } = features.imported;
    const breakdown = explain(
      propertyType,
      withAssessment(row, features.assessed?.assessment),
      judgement,
      model,
    );
    this.#shown = { model_hash: modelHash, breakdown };
    this.#applied = features;
    if (before === breakdown.score && cause.fact !== 'judged') return undefined;
    return {
      position: String(position),
      at,
      cause: causeOf(cause),
      by: cause.by,
      model_hash: modelHash,
      classification: judgement?.classification ?? null,
      ...(cause.fact === 'published' && cause.judgements !== null && { judgements: cause.judgements }),
      ...(before !== undefined && { before }),
      score: breakdown.score,
    };
  }
}

function causeOf(fact: Fact<'imported' | 'assessed' | 'published' | 'judged'>): ScoreCause {
  switch (fact.fact) {
    case 'imported':
    case 'assessed':
      return fact.fact;
    case 'published':
      return fact.judgements === null ? 'model' : 'learned';
    case 'judged':
      return fact.judgement ? 'classified' : 'classification_removed';
  }
}
