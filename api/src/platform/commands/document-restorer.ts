import type { ConfigurationDocumentKind, DomainEvent } from '@landline/event-schemas';
import type { Commands, KnownState, Origin } from './commands.ts';
import type { Decider } from './decider.ts';

/** A configuration document whose current content differs from that of a system version. */
export interface DocumentChange {
  /** `kind:id`. */
  document_id: string;
  kind: ConfigurationDocumentKind;
  /** Id within the kind. */
  id: string;
  client_id: string | null;
  /** Current content; null if the document does not exist. */
  before: unknown;
  /** Content in the system version; null if the document did not exist. */
  after: unknown;
  /** Time of first creation. */
  added_at: Date;
  /** Stream revision of the event that caused the current content. */
  revision: bigint;
}

/** Changes of documents that share one stream. */
export type StreamChanges = readonly [DocumentChange, ...DocumentChange[]];

/** Rule by which a room restores its configuration documents. */
export interface DocumentRestorer {
  stream(change: DocumentChange): string;
  /** Appends the events that restore the documents of one stream; returns their number. */
  restore(commands: Commands, changes: StreamChanges, origin: Origin): Promise<number>;
}

/** Defines a restorer by the commands that bring a stream's documents back to the version. */
export function defineRestorer<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  {
    stream,
    commandsFor,
    known,
  }: {
    stream(change: DocumentChange): string;
    commandsFor(changes: StreamChanges): readonly Command[];
    /** Returns the state and revision if the document contains them, which saves reading the stream. */
    known?(change: DocumentChange): KnownState<State>;
  },
): DocumentRestorer {
  return {
    stream,
    async restore(commands, changes, origin) {
      const [first] = changes;
      const execution = { stream: stream(first), known: known?.(first), ...origin };
      let appendedCount = 0;
      for (const command of commandsFor(changes)) {
        appendedCount += (await commands.execute(decider, { ...execution, command })).events.length;
      }
      return appendedCount;
    },
  };
}
