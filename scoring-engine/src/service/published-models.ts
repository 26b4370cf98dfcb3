import { EVERYONE, type PropertyType } from '@landline/event-schemas';
import { type CompiledModel, compileModel } from '../kernel/compile.ts';
import { rulesHash, type ScoringModel } from '../model.ts';

/** A model document and its content hash. */
export interface PublishedModel {
  readonly hash: string;
  readonly model: ScoringModel;
}

/** Number of models remembered per scope, because live sets may be a few models behind the newest. */
const MAX_REMEMBERED = 32;

/** Models published for each scope, newest last. */
export class PublishedModels {
  readonly #byScope = new Map<string, PublishedModel[]>();
  readonly #revisions = new Map<string, bigint>();
  readonly #compiled = new Map<ScoringModel, CompiledModel>();
  readonly #rules = new WeakMap<ScoringModel, Record<PropertyType, string>>();

  /** Adds a scope's newest model; `revision` is the revision of its event in the scope's model stream. */
  publish(scope: string, published: PublishedModel, revision: bigint): void {
    this.#revisions.set(scope, revision);
    const models = (this.#byScope.get(scope) ?? []).filter(({ hash }) => hash !== published.hash);
    this.#byScope.set(scope, [...models, published].slice(-MAX_REMEMBERED));
  }

  scopes(): Iterable<string> {
    return this.#byScope.keys();
  }

  /**
   * Returns the model for a scope's scores: its own or, without one, everyone's; undefined before the first model.
   */
  of(scope: string): PublishedModel | undefined {
    return (this.#byScope.get(scope) ?? this.#byScope.get(EVERYONE))?.at(-1);
  }

  /**
   * Returns the hash of the rules for a scope's scores of one property type; undefined before the first
   * model.
   */
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

  /** Returns the revision of a scope's newest own model. */
  revisionOf(scope: string): bigint | undefined {
    return this.#revisions.get(scope);
  }

  /** Returns a remembered model by its hash. */
  byHash(hash: string): PublishedModel | undefined {
    for (const models of this.#byScope.values()) {
      const match = models.find((model) => model.hash === hash);
      if (match) return match;
    }
    return undefined;
  }

  compiled(model: ScoringModel): CompiledModel {
    let compiled = this.#compiled.get(model);
    if (compiled === undefined) {
      if (this.#compiled.size >= MAX_REMEMBERED) this.#compiled.clear();
      compiled = compileModel(model);
      this.#compiled.set(model, compiled);
    }
    return compiled;
  }
}
