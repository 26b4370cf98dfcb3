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
import type { CandidateClassification, ScoringModel } from '../model.ts';

/**
 * Cause of a score change. `imported`: features were imported; `assessed`: environment layers changed;
 * `model`: a model was published; `learned`: training changed the model; `classified` and `classification_removed`: the
 * candidate's own classification changed.
 */
type ScoreCause = 'imported' | 'assessed' | 'model' | 'learned' | 'classified' | 'classification_removed';

/** A change of a candidate's score as readers of a scope see it. */
export interface ScoreChange {
  /** Log position (a decimal number) and time at which it became visible. */
  readonly position: string;
  readonly at: string;
  readonly cause: ScoreCause;
  /** Actor behind the cause. */
  readonly by: Actor;
  readonly model_hash: string;
  readonly classification: Classification | null;
  /** For `learned`: number of classifications that the model was trained on. */
  readonly judgements?: number;
  /** Points with one decimal, null for N/A. `before` is absent for the first score. */
  readonly before?: number | null;
  readonly score: number | null;
}

/** A past score with its breakdown. */
export interface PastScore {
  readonly model_hash: string;
  readonly breakdown: Breakdown;
}

/** An event that affects a candidate's score history. */
export type HistoryFact = {
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
      /** Number of classifications that the model was trained on; null if a person published it. */
      readonly trainedOn: number | null;
    }
  | {
      readonly fact: 'rescored';
      readonly datasetKey: string;
      readonly scope: string;
      readonly modelHash: string;
      readonly asOf: bigint;
    }
  | {
      readonly fact: 'classified';
      readonly scope: string;
      readonly classification: CandidateClassification | null;
    }
);
type Fact<Kind extends HistoryFact['fact']> = Extract<HistoryFact, { fact: Kind }>;

/** Events that a candidate's features come from. */
interface Features {
  readonly imported: Fact<'imported'>;
  readonly assessed: Fact<'assessed'> | undefined;
}

/**
 * Follows a candidate's score in one scope. Apply its facts oldest first. They may start in the middle of the history:
 * then `readsOwn` states whether the scope already had its own scores, and the first run has no score before it.
 */
export class CandidateScoreHistory {
  readonly #scope: string;
  readonly #models = new Map<string, Fact<'published'>>();
  readonly #imports: Fact<'imported'>[] = [];
  readonly #assessments: Fact<'assessed'>[] = [];
  #ownClassification: Fact<'classified'> | undefined;
  #everyonesClassification: Fact<'classified'> | undefined;
  /**
   * False while the scope has no scores of its own and reads everyone's scores, corrected by its own classifications.
   */
  #readsOwn: boolean;
  #appliedFeatures: Features | undefined;
  #shown: PastScore | undefined;

  constructor(scope: string, readsOwn = scope === EVERYONE) {
    this.#scope = scope;
    this.#readsOwn = readsOwn;
  }

  /** The visible score; undefined before the first run. */
  get shown(): PastScore | undefined {
    return this.#shown;
  }

  /** Applies a fact; returns the change that readers see, if any. */
  apply(fact: HistoryFact): ScoreChange | undefined {
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
        return this.#applyRescoring(fact);
      case 'classified':
        return this.#applyClassification(fact);
    }
  }

  #applyRescoring(fact: Fact<'rescored'>): ScoreChange | undefined {
    const isOwn = fact.scope === this.#scope;
    if (!(isOwn || (fact.scope === EVERYONE && !this.#readsOwn))) return undefined;
    const features = this.#featuresAt(fact.asOf);
    const published = this.#models.get(fact.modelHash);
    if (features === undefined || published === undefined) return undefined;
    const { imported, assessed } = features;
    if (imported.datasetKey !== fact.datasetKey) return undefined;
    this.#readsOwn ||= isOwn;
    const isImported = imported !== this.#appliedFeatures?.imported;
    const changed = isImported
      ? imported
      : assessed !== this.#appliedFeatures?.assessed
        ? assessed
        : undefined;
    return this.#show(fact, features, published, changed ?? published);
  }

  #featuresAt(position: bigint): Features | undefined {
    const imported = this.#imports.findLast((fact) => fact.position <= position);
    const assessed = this.#assessments.findLast((fact) => fact.position <= position);
    return imported && { imported, assessed };
  }

  #applyClassification(fact: Fact<'classified'>): ScoreChange | undefined {
    if (fact.scope === this.#scope) this.#ownClassification = fact;
    if (fact.scope === EVERYONE) this.#everyonesClassification = fact;
    const features = this.#featuresAt(fact.position);
    const published = this.#shown && this.#models.get(this.#shown.model_hash);
    const isRead =
      fact.scope === this.#scope || (fact.scope === EVERYONE && !this.#ownClassification?.classification);
    if (!isRead || features === undefined || published === undefined) return undefined;
    return this.#show(fact, features, published, fact);
  }

  #show(
    { position, at }: HistoryFact,
    features: Features,
    { modelHash, model }: Fact<'published'>,
    cause: Fact<'imported' | 'assessed' | 'published' | 'classified'>,
  ): ScoreChange | undefined {
    const classification =
      this.#ownClassification?.classification ?? this.#everyonesClassification?.classification ?? null;
    const before = this.#shown?.breakdown.score;
    const { propertyType, row } = features.imported;
    const breakdown = explain(
      propertyType,
      withAssessment(row, features.assessed?.assessment),
      classification,
      model,
    );
    this.#shown = { model_hash: modelHash, breakdown };
    this.#appliedFeatures = features;
    if (before === breakdown.score && cause.fact !== 'classified') return undefined;
    return {
      position: String(position),
      at,
      cause: causeOf(cause),
      by: cause.by,
      model_hash: modelHash,
      classification: classification?.classification ?? null,
      ...(cause.fact === 'published' && cause.trainedOn !== null && { judgements: cause.trainedOn }),
      ...(before !== undefined && { before }),
      score: breakdown.score,
    };
  }
}

function causeOf(fact: Fact<'imported' | 'assessed' | 'published' | 'classified'>): ScoreCause {
  switch (fact.fact) {
    case 'imported':
    case 'assessed':
      return fact.fact;
    case 'published':
      return fact.trainedOn === null ? 'model' : 'learned';
    case 'classified':
      return fact.classification ? 'classified' : 'classification_removed';
  }
}
