import type { ErasedKind } from '@landline/event-schemas';
import { type EventType, eventDefinitions } from '@landline/event-schemas';
import { projectors } from '@landline/projections/projectors/index';

/** Under which keys a person's fields are: an account's own, and what its user wrote about properties. */
export function subjectsOf(kind: ErasedKind, id: string): string[] {
  const own = `${kind}:${id}`;
  return kind === 'staffUser' || kind === 'clientUser' ? [own, `user:${id}`] : [own];
}

/** A subject is a kind and an id. */
export const kindOf = (subject: string) => subject.slice(0, subject.indexOf(':'));

/** The read models that hold what is sealed under the keys of subjects of these kinds. */
export function readModelsOf(kinds: readonly string[]): string[] {
  const nothing = { [Symbol.iterator]: undefined } as never;
  const types = Object.entries(eventDefinitions).flatMap(([type, { personal }]) =>
    // Every subject is a kind and an id: which kind does not depend on the event.
    personal.some(({ subject }) => kinds.includes(kindOf(subject(nothing, nothing))))
      ? [type as EventType]
      : [],
  );
  return projectors.flatMap(({ name, on }) => (types.some((type) => Object.hasOwn(on, type)) ? [name] : []));
}
