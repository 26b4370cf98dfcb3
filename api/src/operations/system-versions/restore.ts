import type { ConfigurationDocumentKind } from '@landline/event-schemas';
import { z } from 'zod';
import { priceListDocuments } from '../../assistant/billing/price-list.ts';
import { promptDocuments } from '../../assistant/prompts/restore.ts';
import { siteDocuments } from '../../assistant/website/restore.ts';
import { widgetDocuments } from '../../assistant/widget/restore.ts';
import type { Commands, Origin } from '../../platform/commands/commands.ts';
import type {
  DocumentChange,
  DocumentRestorer,
  StreamChanges,
} from '../../platform/commands/document-restorer.ts';
import { DomainError } from '../../platform/errors.ts';
import { scoringModelDocuments } from '../../property/scoring/published-model.ts';

/** The restorer of each kind of configuration document that `@landline/event-schemas` registers. */
const RESTORERS: Readonly<Record<ConfigurationDocumentKind, DocumentRestorer>> = {
  ...widgetDocuments,
  ...promptDocuments,
  ...siteDocuments,
  ...priceListDocuments,
  ...scoringModelDocuments,
};

/** Maximum number of streams restored at the same time; the event store commits concurrent appends together. */
const CONCURRENCY = 64;
/** Number of streams restored between two checks whether the rollback was abandoned. */
const CHECK_INTERVAL = 256;

export interface RestoreResult {
  /** Number of events appended. */
  appended: number;
  /** Documents that the current rules reject; a retry would fail too. */
  rejected: { documentId: string; reason: string }[];
}

/**
 * Restores the documents of a version. Each aggregate decides against its own stream, so restoring again after a crash,
 * or concurrently with another writer, changes nothing that is already restored. A rejected document does not stop the
 * others; a temporary failure (an unavailable store) is thrown after all others are done. Stops early when
 * `shouldContinue` returns false.
 */
export async function restoreDocuments(
  commands: Commands,
  differences: readonly DocumentChange[],
  origin: Origin,
  shouldContinue: () => Promise<boolean>,
): Promise<RestoreResult> {
  const result: RestoreResult = { appended: 0, rejected: [] };
  const failures: unknown[] = [];
  const remaining = groupByStream(differences);
  const restore = async (changes: StreamChanges): Promise<void> => {
    const [first, ...others] = changes;
    try {
      result.appended += await RESTORERS[first.kind].restore(commands, changes, origin);
    } catch (error) {
      if (!isPermanentRejection(error)) failures.push(error);
      // Restore one by one: one document of the stream blocks the others.
      else if (others.length > 0) for (const change of changes) await restore([change]);
      else result.rejected.push({ documentId: first.document_id, reason: reasonOf(error) });
    }
  };
  const work = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      await restore(next);
      if (remaining.length === 0 || remaining.length % CHECK_INTERVAL !== 0) continue;
      const continues = await shouldContinue().catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      if (!continues) remaining.length = 0;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failures.length > 0) throw failures[0];
  return result;
}

/** Returns whether the error is permanent: the current rules or the log's limits reject the document. */
function isPermanentRejection(error: unknown): error is DomainError | z.ZodError {
  if (error instanceof z.ZodError) return true;
  return error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'conflict';
}

function reasonOf(error: DomainError | z.ZodError): string {
  if (error instanceof DomainError) return error.message;
  const fields = error.issues.map(({ path }) => path.join('.'));
  return `The current rules no longer allow this document (${[...new Set(fields)].join(', ')}).`;
}

function groupByStream(differences: readonly DocumentChange[]): StreamChanges[] {
  const groups = Map.groupBy(differences, (difference) => RESTORERS[difference.kind].stream(difference));
  return [...groups.values()].map((group) => group as [DocumentChange, ...DocumentChange[]]);
}
