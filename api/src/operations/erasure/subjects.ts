import { type ErasedKind, type EventType, eventDefinitions } from '@landline/event-schemas';
import { projectors } from '@landline/projections/projectors/index';

/** Returns the key subjects of a person: the record's own subject and, for users, the subject of their property notes. */
export function subjectsOf(kind: ErasedKind, id: string): string[] {
  const own = `${kind}:${id}`;
  return kind === 'staffUser' || kind === 'clientUser' ? [own, `user:${id}`] : [own];
}

/** Returns the kind of a subject, `kind:id`. */
export const kindOf = (subject: string) => subject.slice(0, subject.indexOf(':'));

/** Returns the tables of these read models. */
export const tablesOf = (models: readonly string[]): string[] =>
  projectors
    .filter(({ name }) => models.includes(name))
    .flatMap(({ tables }) => tables.map((table) => `read.${table.name}`));

/** Returns the read models that handle events encrypted for subjects of these kinds. */
export function readModelsOf(kinds: readonly string[]): string[] {
  const noFields = { [Symbol.iterator]: undefined } as never;
  const types = Object.entries(eventDefinitions).flatMap(([type, { personal }]) =>
    // The kind of a subject does not depend on the event's data.
    personal.some(({ subject }) => kinds.includes(kindOf(subject(noFields, noFields))))
      ? [type as EventType]
      : [],
  );
  return projectors.flatMap(({ name, on }) => (types.some((type) => Object.hasOwn(on, type)) ? [name] : []));
}
