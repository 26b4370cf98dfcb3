import { EVERYONE } from '@landline/event-schemas';
import type { Judgement } from '../model.ts';

/** The judgements of a dataset's candidates by scope. They are few. */
export class Judgements {
  readonly #byScope = new Map<string, Map<string, Judgement>>();
  /** Where each candidate that ever was judged was last judged, or its judgement taken back. */
  readonly #lastJudged = new Map<string, bigint>();

  set(scope: string, candidateId: string, judgement: Judgement, position: bigint): void {
    this.#of(scope).set(candidateId, judgement);
    this.#lastJudged.set(candidateId, position);
  }

  remove(scope: string, candidateId: string, position: bigint): void {
    this.#of(scope).delete(candidateId);
    this.#lastJudged.set(candidateId, position);
  }

  /** The scopes in which a candidate ever was judged. */
  scopes(): Iterable<string> {
    return this.#byScope.keys();
  }

  /** The judgement that counts in a scope: its own, else everyone's. */
  inForce(scope: string, candidateId: string): Judgement | undefined {
    return this.#byScope.get(scope)?.get(candidateId) ?? this.#byScope.get(EVERYONE)?.get(candidateId);
  }

  /** All that count in a scope. */
  allInForce(scope: string): Map<string, Judgement> {
    return new Map([...(this.#byScope.get(EVERYONE) ?? []), ...(this.#byScope.get(scope) ?? [])]);
  }

  /** The candidates about which something was said after a position of the log. */
  judgedSince(position: bigint): string[] {
    return [...this.#lastJudged].filter(([, at]) => at > position).map(([candidateId]) => candidateId);
  }

  #of(scope: string): Map<string, Judgement> {
    let judgements = this.#byScope.get(scope);
    if (judgements === undefined) {
      judgements = new Map();
      this.#byScope.set(scope, judgements);
    }
    return judgements;
  }
}
