import { assessmentsOf, EVERYONE, type PropertyType, type RecordedEvent } from '@landline/event-schemas';
import { type Score, scoreOne } from '../kernel/score.ts';
import { scoringModel } from '../model.ts';
import { type Dataset, importInto, judge, judgedAt, newDataset } from './dataset.ts';
import { runIdOf } from './ids.ts';
import { type PublishedModel, PublishedModels } from './published-models.ts';

/** The last event that asks for all the scores of a dataset in a scope: a live set from before it is out of date. */
export interface Need {
  readonly datasetKey: string;
  readonly scope: string;
  readonly runId: string;
  readonly position: bigint;
  /** Taken back: what the dataset has is good enough. */
  readonly cancelled: boolean;
  /** The trace of the event that asks. */
  readonly traceparent?: string | undefined;
}

/** What changed with an event: scores to correct at once, and datasets to score again. */
export interface Consequences {
  readonly judged: { readonly datasetKey: string; readonly candidateId: string }[];
  readonly needs: Need[];
  /** Scopes in which something else may have to be learned. */
  readonly untaught: Set<string>;
}

export const noConsequences = (): Consequences => ({ judged: [], needs: [], untaught: new Set() });

/** Which event types have a say in scores. */
export const SCORING_EVENTS = [
  'DatasetRegistered',
  'CandidatesImported',
  'DatasetImportCompleted',
  'DatasetImportFailed',
  'DatasetImportCancelled',
  'CandidatesAssessed',
  'EnvironmentAssessmentCompleted',
  'PropertyClassified',
  'ClassificationRemoved',
  'ScoringModelPublished',
  'RescoringRequested',
  'RescoringCancelled',
  'CandidatesRescored',
] as const;
type ScoringEvent = RecordedEvent<(typeof SCORING_EVENTS)[number]>;
const isScoringEvent = (event: RecordedEvent): event is ScoringEvent =>
  (SCORING_EVENTS as readonly string[]).includes(event.type);

/**
 * What a log says as far as scores go: candidates as columns, judgements, models. A fold: taking an event that was
 * taken before changes nothing.
 */
export class ScoringState {
  readonly logId: string;
  readonly datasets = new Map<string, Dataset>();
  readonly needs = new Map<string, Need>();
  readonly models = new PublishedModels();
  /** The runs that were ever asked for by name. */
  readonly #requested = new Set<string>();
  /** Of the last event that was taken; -1 before the first. */
  position = -1n;

  constructor(logId: string) {
    this.logId = logId;
  }

  /** Takes an event of the log, and says what follows from it. */
  take(event: RecordedEvent): Consequences {
    this.position = event.position;
    const consequences = noConsequences();
    if (isScoringEvent(event)) this.#take(event, consequences);
    return consequences;
  }

  #take(event: ScoringEvent, { judged, needs, untaught }: Consequences): void {
    const { position } = event;
    const need = (datasetKey: string, scope: string, runId?: string) =>
      needs.push(this.#need(datasetKey, scope, event, runId));
    switch (event.type) {
      case 'DatasetRegistered':
        this.#dataset(event.data.dataset_key, event.data.property_type);
        return;
      case 'CandidatesImported':
        importInto(this.#dataset(event.data.dataset_key, event.data.property_type), event.data, position);
        return;
      case 'DatasetImportCompleted':
      case 'DatasetImportFailed':
      case 'DatasetImportCancelled': {
        const dataset = this.datasets.get(event.data.dataset_key);
        if (dataset === undefined) return;
        const scoredAt = this.needs.get(keyOf(dataset.key, EVERYONE))?.position ?? -1n;
        if (event.type !== 'DatasetImportCompleted' && dataset.importedAt <= scoredAt) return;
        dataset.isComplete = true;
        this.#scoreAgain(dataset, event, needs, untaught);
        return;
      }
      case 'CandidatesAssessed': {
        const dataset = this.datasets.get(event.data.dataset_key);
        if (dataset === undefined) return;
        for (const assessment of assessmentsOf(event.data)) dataset.columns.assess(assessment);
        dataset.featuresAt = position;
        return;
      }
      case 'EnvironmentAssessmentCompleted': {
        const dataset = this.datasets.get(event.data.dataset_key);
        if (!dataset?.isComplete || event.data.changed === 0) return;
        this.#scoreAgain(dataset, event, needs, untaught);
        return;
      }
      case 'PropertyClassified':
      case 'ClassificationRemoved': {
        const { dataset_key, property_type, scope, candidate_id } = event.data;
        const dataset = this.#dataset(dataset_key, property_type);
        const isFirst = !this.#hasScores(dataset, scope);
        if (event.type === 'PropertyClassified') {
          const { classification, factor_ids } = event.data;
          dataset.judgements.set(scope, candidate_id, { classification, factorIds: factor_ids }, position);
        } else dataset.judgements.remove(scope, candidate_id, position);
        judged.push({ datasetKey: dataset_key, candidateId: candidate_id });
        if (isFirst && dataset.isComplete) need(dataset_key, scope);
        this.#unteach(scope, untaught);
        return;
      }
      case 'ScoringModelPublished': {
        const { scope, model, model_hash } = event.data;
        const before = this.#rules(scope);
        this.models.publish(scope, { hash: model_hash, model: scoringModel.parse(model) }, event.revision);
        this.#unteach(scope, untaught);
        for (const dataset of this.datasets.values()) {
          if (!dataset.isComplete) continue;
          const { propertyType } = dataset.columns;
          for (const affected of this.scopesOf(dataset)) {
            if (before.get(affected)?.[propertyType] !== this.models.rulesOf(affected, propertyType))
              need(dataset.key, affected);
          }
        }
        return;
      }
      case 'RescoringRequested':
        // A log may ask for a run twice: the second time says nothing, whatever became of the run.
        if (this.#requested.has(event.data.run_id)) return;
        this.#requested.add(event.data.run_id);
        need(event.data.dataset_key, event.data.scope, event.data.run_id);
        return;
      case 'RescoringCancelled': {
        const { dataset_key: datasetKey, scope, run_id: runId } = event.data;
        const wanted = this.needs.get(keyOf(datasetKey, scope));
        const isNewest = wanted?.runId === runId;
        const cancelled = {
          datasetKey,
          scope,
          runId,
          position: isNewest ? wanted.position : position,
          cancelled: true,
        };
        if (isNewest) this.needs.set(keyOf(datasetKey, scope), cancelled);
        // Also one for an older need, which may be writing still.
        needs.push(cancelled);
        return;
      }
      case 'CandidatesRescored':
        this.datasets.get(event.data.dataset_key)?.rescored.add(event.data.scope);
        return;
      default:
        event satisfies never;
    }
  }

  /** Its features are others: all its scores, and what its judgements teach. */
  #scoreAgain(dataset: Dataset, event: RecordedEvent, needs: Need[], untaught: Set<string>): void {
    for (const scope of this.scopesOf(dataset)) needs.push(this.#need(dataset.key, scope, event));
    for (const scope of dataset.judgements.scopes()) this.#unteach(scope, untaught);
  }

  /**
   * The scopes that have scores of their own in a dataset, or are to have them: everyone, and those that have judged there
   * or have learned something else about its type (DESIGN §5). Who has them once keeps them.
   */
  scopesOf(dataset: Dataset): string[] {
    const { propertyType } = dataset.columns;
    const everyones = this.models.rulesOf(EVERYONE, propertyType);
    const others = [...this.models.scopes()].filter(
      (scope) => this.#hasScores(dataset, scope) || this.models.rulesOf(scope, propertyType) !== everyones,
    );
    return [...new Set([EVERYONE, ...others, ...dataset.judgements.scopes()])];
  }

  /** They are there, or asked for. */
  #hasScores({ key, rescored }: Dataset, scope: string): boolean {
    return this.needs.has(keyOf(key, scope)) || rescored.has(scope);
  }

  /** What the scores of each scope follow that a model for `scope` may change. */
  #rules(scope: string): Map<string, Record<PropertyType, string | undefined>> {
    return new Map(
      [...this.scopes(), scope].map((each) => [
        each,
        { adu: this.models.rulesOf(each, 'adu'), ios: this.models.rulesOf(each, 'ios') },
      ]),
    );
  }

  /** Everyone, and the scopes that ever trained. */
  scopes(): Set<string> {
    const judged = [...this.datasets.values()].flatMap(({ judgements }) => [...judgements.scopes()]);
    return new Set([EVERYONE, ...this.models.scopes(), ...judged]);
  }

  /** A candidate's score in a scope, judgement included; undefined when it is not known. */
  scoreOf(
    dataset: Dataset,
    scope: string,
    { model }: PublishedModel,
    candidateId: string,
  ): Score | undefined {
    const { columns, judgements } = dataset;
    const index = columns.indexOf(candidateId);
    if (index < 0) return undefined;
    const judgement = judgements.inForce(scope, candidateId);
    if (judgement) judge(columns, judgedAt(columns, index, model, judgement));
    const score = scoreOne(columns, this.models.compiled(model), index);
    columns.setJudgement(index, 0, 0);
    return score;
  }

  #dataset(key: string, propertyType: PropertyType): Dataset {
    let dataset = this.datasets.get(key);
    if (dataset === undefined) {
      dataset = newDataset(key, propertyType);
      this.datasets.set(key, dataset);
    }
    return dataset;
  }

  /** All scopes learn from what everyone is taught, and from everyone's tables. */
  #unteach(scope: string, untaught: Set<string>): void {
    if (scope !== EVERYONE) untaught.add(scope);
    else for (const each of this.scopes()) untaught.add(each);
  }

  #need(datasetKey: string, scope: string, { position, metadata }: RecordedEvent, runId?: string): Need {
    const need = {
      datasetKey,
      scope,
      position,
      runId: runId ?? runIdOf(this.logId, datasetKey, scope, position),
      cancelled: false,
      traceparent: metadata.traceparent,
    };
    this.needs.set(keyOf(datasetKey, scope), need);
    return need;
  }
}

/** Names a dataset's scores in a scope. */
export const keyOf = (datasetKey: string, scope: string): string => `${scope}\n${datasetKey}`;
