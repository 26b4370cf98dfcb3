import { EVERYONE, type PropertyType } from '@landline/event-schemas';
import { type CompiledModel, compileModel } from '../kernel/score.ts';
import { rulesHash, type ScoringModel } from '../model.ts';

/** A model document under its content hash. */
export interface PublishedModel {
  readonly hash: string;
  readonly model: ScoringModel;
}

/** Models of a scope that are remembered: the live sets of its datasets may be a few behind its newest. */
const REMEMBERED = 32;

/** The models that were published for each scope, the newest last. */
export class PublishedModels {
  readonly #byScope = new Map<string, PublishedModel[]>();
  readonly #revisions = new Map<string, bigint>();
  readonly #compiled = new Map<ScoringModel, CompiledModel>();
  readonly #rules = new WeakMap<ScoringModel, Record<PropertyType, string>>();

  /** `revision`: where it stands in the stream of the scope's models. */
  publish(scope: string, published: PublishedModel, revision: bigint): void {
    this.#revisions.set(scope, revision);
    const models = (this.#byScope.get(scope) ?? []).filter(({ hash }) => hash !== published.hash);
    this.#byScope.set(scope, [...models, published].slice(-REMEMBERED));
  }

  /** The scopes that have models of their own. */
  scopes(): Iterable<string> {
    return this.#byScope.keys();
  }

  has(scope: string): boolean {
    return this.#byScope.has(scope);
  }

  /** The model that a scope's scores are to follow: its own, else everyone's; undefined before there is one. */
  of(scope: string): PublishedModel | undefined {
    return (this.#byScope.get(scope) ?? this.#byScope.get(EVERYONE))?.at(-1);
  }

  /** Names what a scope's scores of a type are to follow; undefined before there is a model. */
  rulesOf(scope: string, propertyType: PropertyType): string | undefined {
    const model = this.of(scope)?.model;
    if (model === undefined) return undefined;
    let rules = this.#rules.get(model);
    if (rules === undefined) {
      rules = { adu: rulesHash(model, 'adu'), ios: rulesHash(model, 'ios') };
      this.#rules.set(model, rules);
    }
    return rules[propertyType];
  }

  /** Where a scope's newest model stands in its stream; undefined when it has none of its own. */
  revisionOf(scope: string): bigint | undefined {
    return this.#revisions.get(scope);
  }

  /** A model of not long ago. */
  byHash(hash: string): PublishedModel | undefined {
    for (const models of this.#byScope.values()) {
      const found = models.find((one) => one.hash === hash);
      if (found) return found;
    }
    return undefined;
  }

  compiled(model: ScoringModel): CompiledModel {
    let compiled = this.#compiled.get(model);
    if (compiled === undefined) {
      if (this.#compiled.size >= REMEMBERED) this.#compiled.clear();
      compiled = compileModel(model);
      this.#compiled.set(model, compiled);
    }
    return compiled;
  }
}
