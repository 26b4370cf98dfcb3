import { EVERYONE } from '@landline/event-schemas';
import type { CandidateClassification } from '../model.ts';

/** Classifications of a dataset's candidates, by scope. Most candidates have none. */
export class DatasetClassifications {
  readonly #byScope = new Map<string, Map<string, CandidateClassification>>();
  /** Log position at which each candidate was last classified or unclassified, in any scope. */
  readonly #lastClassified = new Map<string, bigint>();

  set(scope: string, candidateId: string, classification: CandidateClassification, position: bigint): void {
    this.#of(scope).set(candidateId, classification);
    this.#lastClassified.set(candidateId, position);
  }

  remove(scope: string, candidateId: string, position: bigint): void {
    this.#of(scope).delete(candidateId);
    this.#lastClassified.set(candidateId, position);
  }

  scopes(): Iterable<string> {
    return this.#byScope.keys();
  }

  /** Returns the effective classification in a scope: the scope's own if it has one, otherwise everyone's. */
  effective(scope: string, candidateId: string): CandidateClassification | undefined {
    return this.#byScope.get(scope)?.get(candidateId) ?? this.#byScope.get(EVERYONE)?.get(candidateId);
  }

  /** Returns all effective classifications in a scope, by candidate id. */
  allEffective(scope: string): Map<string, CandidateClassification> {
    return new Map([...(this.#byScope.get(EVERYONE) ?? []), ...(this.#byScope.get(scope) ?? [])]);
  }

  /** Returns the ids of candidates classified or unclassified after a log position. */
  classifiedSince(position: bigint): string[] {
    return [...this.#lastClassified].filter(([, at]) => at > position).map(([candidateId]) => candidateId);
  }

  #of(scope: string): Map<string, CandidateClassification> {
    let classifications = this.#byScope.get(scope);
    if (classifications === undefined) {
      classifications = new Map();
      this.#byScope.set(scope, classifications);
    }
    return classifications;
  }
}
