import { assessmentsOf, EVERYONE, type PropertyType, type RecordedEvent } from '@landline/event-schemas';
import { scoreOne } from '../kernel/score.ts';
import type { Score } from '../kernel/scores.ts';
import { classificationAdjustment, scoringModel } from '../model.ts';
import { type Dataset, importInto, newDataset } from './dataset.ts';
import { runIdOf } from './name-based-ids.ts';
import { type PublishedModel, PublishedModels } from './published-models.ts';

/**
 * Latest request to score a whole dataset in a scope. Scores of an earlier log position are out of date.
 */
export interface RescoringRequest {
  readonly datasetKey: string;
  readonly scope: string;
  readonly runId: string;
  readonly position: bigint;
  /** The request was withdrawn: the existing scores stay. */
  readonly cancelled: boolean;
  /** Trace of the requesting event. */
  readonly traceparent?: string | undefined;
}

/** Work that events cause: scores to correct, datasets to rescore, scopes to train. */
export interface Consequences {
  readonly classified: { readonly datasetKey: string; readonly candidateId: string }[];
  readonly requests: RescoringRequest[];
  readonly scopesToTrain: Set<string>;
}

export const noConsequences = (): Consequences => ({
  classified: [],
  requests: [],
  scopesToTrain: new Set(),
});

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
 * State that scoring needs from the log: candidate columns, classifications, models. Applying an event twice
 * changes nothing.
 */
export class ScoringState {
  readonly logId: string;
  readonly datasets = new Map<string, Dataset>();
  readonly requests = new Map<string, RescoringRequest>();
  readonly models = new PublishedModels();
  /** Ids of all runs that people requested. */
  readonly #requestedRunIds = new Set<string>();
  /** Position of the last event applied; -1 before the first. */
  position = -1n;

  constructor(logId: string) {
    this.logId = logId;
  }

  /** Applies an event of the log, adds its consequences to the given ones and returns them. */
  apply(event: RecordedEvent, consequences = noConsequences()): Consequences {
    this.position = event.position;
    if (isScoringEvent(event)) this.#applyScoringEvent(event, consequences);
    return consequences;
  }

  #applyScoringEvent(event: ScoringEvent, { classified, requests, scopesToTrain }: Consequences): void {
    const { position } = event;
    const request = (datasetKey: string, scope: string, runId?: string) =>
      requests.push(this.#request(datasetKey, scope, event, runId));
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
        // A dataset without candidates is scored too, since it counts as being processed until it is.
        const last = this.requests.get(keyOf(dataset.key, EVERYONE));
        if (event.type !== 'DatasetImportCompleted' && last && dataset.importedAt <= last.position) return;
        dataset.isComplete = true;
        this.#requestRescoring(dataset, event, requests, scopesToTrain);
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
        this.#requestRescoring(dataset, event, requests, scopesToTrain);
        return;
      }
      case 'PropertyClassified':
      case 'ClassificationRemoved': {
        const { dataset_key, property_type, scope, candidate_id } = event.data;
        const dataset = this.#dataset(dataset_key, property_type);
        const isFirst = !this.#hasScores(dataset, scope);
        if (event.type === 'PropertyClassified') {
          const { classification, factor_ids } = event.data;
          dataset.classifications.set(
            scope,
            candidate_id,
            { classification, factorIds: factor_ids },
            position,
          );
        } else dataset.classifications.remove(scope, candidate_id, position);
        classified.push({ datasetKey: dataset_key, candidateId: candidate_id });
        if (isFirst && dataset.isComplete) request(dataset_key, scope);
        this.#markForTraining(scope, scopesToTrain);
        return;
      }
      case 'ScoringModelPublished': {
        const { scope, model, model_hash } = event.data;
        const before = this.#rulesByScope(scope);
        this.models.publish(scope, { hash: model_hash, model: scoringModel.parse(model) }, event.revision);
        this.#markForTraining(scope, scopesToTrain);
        for (const dataset of this.datasets.values()) {
          if (!dataset.isComplete) continue;
          const { propertyType } = dataset.columns;
          for (const affected of this.scopesOf(dataset)) {
            if (before.get(affected)?.[propertyType] !== this.models.rulesOf(affected, propertyType))
              request(dataset.key, affected);
          }
        }
        return;
      }
      case 'RescoringRequested':
        // A repeated request for the same run has no effect, whatever the state of the run.
        if (this.#requestedRunIds.has(event.data.run_id)) return;
        this.#requestedRunIds.add(event.data.run_id);
        request(event.data.dataset_key, event.data.scope, event.data.run_id);
        return;
      case 'RescoringCancelled': {
        const { dataset_key: datasetKey, scope, run_id: runId } = event.data;
        const latest = this.requests.get(keyOf(datasetKey, scope));
        const isNewest = latest?.runId === runId;
        const cancelled = {
          datasetKey,
          scope,
          runId,
          position: isNewest ? latest.position : position,
          cancelled: true,
        };
        if (isNewest) this.requests.set(keyOf(datasetKey, scope), cancelled);
        // Also cancels a run for an older request, which may still be writing.
        requests.push(cancelled);
        return;
      }
      case 'CandidatesRescored':
        this.datasets.get(event.data.dataset_key)?.rescored.add(event.data.scope);
        return;
      default:
        event satisfies never;
    }
  }

  /** Requests scores of a dataset whose features changed, and training of the scopes that classified in it. */
  #requestRescoring(
    dataset: Dataset,
    event: RecordedEvent,
    requests: RescoringRequest[],
    scopesToTrain: Set<string>,
  ): void {
    for (const scope of this.scopesOf(dataset)) requests.push(this.#request(dataset.key, scope, event));
    for (const scope of dataset.classifications.scopes()) this.#markForTraining(scope, scopesToTrain);
  }

  /**
   * Returns the scopes with own scores in a dataset: everyone, scopes that classified there, and scopes whose
   * trained rules for its type differ. A scope keeps its scores once it has them.
   */
  scopesOf(dataset: Dataset): string[] {
    const { propertyType } = dataset.columns;
    const everyonesRules = this.models.rulesOf(EVERYONE, propertyType);
    const others = [...this.models.scopes()].filter(
      (scope) =>
        this.#hasScores(dataset, scope) || this.models.rulesOf(scope, propertyType) !== everyonesRules,
    );
    return [...new Set([EVERYONE, ...others, ...dataset.classifications.scopes()])];
  }

  /** Returns whether scores exist or are requested. */
  #hasScores({ key, rescored }: Dataset, scope: string): boolean {
    return this.requests.has(keyOf(key, scope)) || rescored.has(scope);
  }

  /** Returns the rules of every scope that publishing a model for `scope` may change. */
  #rulesByScope(scope: string): Map<string, Record<PropertyType, string | undefined>> {
    return new Map(
      [...this.scopes(), scope].map((affectedScope) => [
        affectedScope,
        { adu: this.models.rulesOf(affectedScope, 'adu'), ios: this.models.rulesOf(affectedScope, 'ios') },
      ]),
    );
  }

  /** Returns everyone's scope and all scopes that have a model or ever classified. */
  scopes(): Set<string> {
    const classified = [...this.datasets.values()].flatMap(({ classifications }) => [
      ...classifications.scopes(),
    ]);
    return new Set([EVERYONE, ...this.models.scopes(), ...classified]);
  }

  /** Returns a candidate's score in a scope, classification included; undefined for an unknown candidate. */
  scoreOf(
    dataset: Dataset,
    scope: string,
    { model }: PublishedModel,
    candidateId: string,
  ): Score | undefined {
    const { columns, classifications } = dataset;
    const index = columns.indexOf(candidateId);
    if (index < 0) return undefined;
    const classification = classifications.effective(scope, candidateId);
    if (classification) {
      const { tenths } = classificationAdjustment(model, columns.propertyType, classification);
      columns.setAdjustment(index, tenths);
    }
    const score = scoreOne(columns, this.models.compiled(model), index);
    columns.setAdjustment(index, 0);
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

  /** Marks a scope for training; everyone's scope marks all, because each trains on everyone's classifications too. */
  #markForTraining(scope: string, scopesToTrain: Set<string>): void {
    if (scope !== EVERYONE) scopesToTrain.add(scope);
    else for (const trainedScope of this.scopes()) scopesToTrain.add(trainedScope);
  }

  #request(
    datasetKey: string,
    scope: string,
    { position, metadata }: RecordedEvent,
    runId?: string,
  ): RescoringRequest {
    const request = {
      datasetKey,
      scope,
      position,
      runId: runId ?? runIdOf(this.logId, datasetKey, scope, position),
      cancelled: false,
      traceparent: metadata.traceparent,
    };
    this.requests.set(keyOf(datasetKey, scope), request);
    return request;
  }
}

/** Returns the key of a dataset's scores in a scope. */
export const keyOf = (datasetKey: string, scope: string): string => `${scope}\n${datasetKey}`;
