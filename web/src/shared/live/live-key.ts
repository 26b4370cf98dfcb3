import type { ReadModel } from '@landline/event-schemas/read-models';
import type { QueryKey } from '@tanstack/react-query';

/** A read model, or the list of rescoring runs, which moves like one. */
export type LiveModel = ReadModel | 'runs';

const keysByReadModel = new Map<string, QueryKey[]>();

/**
 * Declares a query key that shows rows of these read models: every query below it is refetched when one of them
 * moves. A feature that has not been loaded has not declared its keys, but it has no cached data either.
 */
export function liveKey(queryKey: QueryKey, ...readModels: readonly LiveModel[]): QueryKey {
  for (const readModel of readModels) {
    keysByReadModel.set(readModel, [...liveKeysOf(readModel), queryKey]);
  }
  return queryKey;
}

/** Returns the declared keys that show rows of a read model. */
export const liveKeysOf = (readModel: string): readonly QueryKey[] => keysByReadModel.get(readModel) ?? [];
