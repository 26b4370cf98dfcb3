import { categoryOf, type DomainEvent, type streams } from '@landline/event-schemas';
import { billing } from '../billing/billing.ts';
import { priceList } from '../billing/price-list.ts';
import { client } from '../clients/client.ts';
import type { Readable } from '../commands/commands.ts';
import { contentRequest } from '../content-requests/content-request.ts';
import { conversation } from '../conversations/conversation.ts';
import { leftMessage } from '../conversations/left-message.ts';
import { dataset } from '../datasets/dataset.ts';
import { digest } from '../digest/digest.ts';
import { lastAssessment } from '../environment/assess.ts';
import { environmentLayer } from '../environment/environment-layer.ts';
import { erasure } from '../erasure/erasure.ts';
import { outdatedConversations } from '../erasure/outdated-conversations.ts';
import { retention } from '../erasure/retention.ts';
import { datasetAccess } from '../grants/dataset-access.ts';
import { clientUser } from '../identity/client-user.ts';
import { staffUser } from '../identity/staff-user.ts';
import { impersonation } from '../impersonation/impersonation.ts';
import { datasetImport } from '../imports/dataset-import.ts';
import { subscriber } from '../newsletter/subscriber.ts';
import { notes } from '../notes/note.ts';
import { prompt } from '../prompts/prompt.ts';
import { contactRequest } from '../quotes/contact-request.ts';
import { reservation } from '../reservations/reservation.ts';
import { reviews } from '../reviews/review.ts';
import { publishedModel } from '../scoring/published-model.ts';
import { rescoring } from '../scoring/rescoring.ts';
import { page } from '../scraping/page.ts';
import { site } from '../scraping/site.ts';
import { systemVersion } from '../system-versions/system-version.ts';
import { rollbackTurn } from '../system-versions/turn.ts';
import { judgement } from '../training/judgement.ts';
import { views } from '../views/view.ts';
import { visits } from '../visits/visit.ts';
import { widgetGlobals } from '../widget/globals.ts';
import { widget } from '../widget/widget.ts';

/** A decider sees the events of its own streams alone: that it takes no others is not asked here. */
export type Replayable = Pick<Readable<unknown, DomainEvent>, 'initialState' | 'evolve'>;

/** How the rules see the entities of each category of streams; undefined where no decider remembers anything. */
export const REPLAYED: Readonly<Record<keyof typeof streams, Replayable | undefined>> = {
  log: undefined,
  anchors: undefined,
  staffUser,
  client,
  clientUser,
  contactRequest,
  newsletterSubscriber: subscriber,
  impersonation,
  reservation,
  contentRequest,
  page,
  site,
  dataset,
  datasetImport,
  datasetAccess,
  environmentLayer,
  environmentAssessment: lastAssessment,
  judgement,
  notes,
  reviews,
  leadsDigest: digest,
  savedViews: views,
  visit: visits,
  trainingModel: publishedModel,
  widget,
  widgetGlobals,
  widgetLoads: undefined,
  conversation,
  prompt,
  analytics: undefined,
  priceList,
  billing,
  erasure,
  systemVersion,
  rollback: rollbackTurn,
  projection: undefined,
  retention,
  outdatedConversations,
  leftMessage,
  rescoring,
};

export const replayableOf = (stream: string): Replayable | undefined =>
  (REPLAYED as Readonly<Record<string, Replayable | undefined>>)[categoryOf(stream)];
