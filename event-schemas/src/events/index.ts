import type { z } from 'zod';
import type { EventMetadata } from '../metadata.ts';
import { analyticsEvents, billingEvents } from './analytics.ts';
import { anchorEvents } from './anchor.ts';
import { classificationEvents } from './classification.ts';
import { clientEvents } from './client.ts';
import { clientUserEvents } from './client-user.ts';
import { publicFormEvents } from './contact.ts';
import { contentRequestEvents } from './content-request.ts';
import { conversationEvents } from './conversation.ts';
import { datasetEvents, datasetImportEvents } from './dataset.ts';
import { datasetAccessEvents } from './dataset-access.ts';
import { digestEvents } from './digest.ts';
import { environmentAssessmentEvents, environmentLayerEvents } from './environment.ts';
import { erasureEvents, outdatedConversationsEvents, retentionEvents } from './erasure.ts';
import { goldenQuestionEvents } from './golden-question.ts';
import { impersonationEvents } from './impersonation.ts';
import { logEvents } from './log.ts';
import { noteEvents, reviewEvents } from './note.ts';
import { backupEvents, operatorTokenEvents } from './operator.ts';
import { pageEvents, siteEvents } from './page.ts';
import { priceListEvents } from './price-list.ts';
import { projectionEvents } from './projection.ts';
import { promptEvents } from './prompt.ts';
import { reservationEvents } from './reservation.ts';
import { viewEvents, visitEvents } from './saved-view.ts';
import { scoringEvents } from './scoring.ts';
import { staffUserEvents } from './staff-user.ts';
import { systemVersionEvents } from './system-version.ts';
import { widgetEvents } from './widget.ts';

/** Definitions of all events by type. */
export const eventDefinitions = {
  ...logEvents,
  ...anchorEvents,
  ...reservationEvents,
  ...staffUserEvents,
  ...clientEvents,
  ...clientUserEvents,
  ...impersonationEvents,
  ...datasetEvents,
  ...datasetImportEvents,
  ...datasetAccessEvents,
  ...environmentLayerEvents,
  ...environmentAssessmentEvents,
  ...classificationEvents,
  ...noteEvents,
  ...reviewEvents,
  ...viewEvents,
  ...visitEvents,
  ...digestEvents,
  ...scoringEvents,
  ...publicFormEvents,
  ...pageEvents,
  ...siteEvents,
  ...widgetEvents,
  ...conversationEvents,
  ...erasureEvents,
  ...retentionEvents,
  ...outdatedConversationsEvents,
  ...systemVersionEvents,
  ...contentRequestEvents,
  ...promptEvents,
  ...goldenQuestionEvents,
  ...analyticsEvents,
  ...billingEvents,
  ...priceListEvents,
  ...projectionEvents,
  ...operatorTokenEvents,
  ...backupEvents,
};

export type EventType = keyof typeof eventDefinitions;
export type EventData<T extends EventType> = z.infer<(typeof eventDefinitions)[T]['data']>;

/** An event as a decider returns it. */
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: EventData<K> };
}[T];

/** An event read from the log, upcast to the current version. */
export type RecordedEvent<T extends EventType = EventType> = DomainEvent<T> & {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  /** Commit position in `$all`. */
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDefinitions, type);
}
