import { categoryOf, type DomainEvent, type streams } from '@landline/event-schemas';
import { billing } from '../../assistant/billing/billing.ts';
import { priceList } from '../../assistant/billing/price-list.ts';
import { contentRequest } from '../../assistant/content-requests/content-request.ts';
import { conversation } from '../../assistant/conversations/conversation.ts';
import { leftMessage } from '../../assistant/conversations/left-message.ts';
import { goldenQuestions } from '../../assistant/golden-questions/golden-questions.ts';
import { goldenRun } from '../../assistant/golden-questions/golden-run.ts';
import { prompt } from '../../assistant/prompts/prompt.ts';
import { page } from '../../assistant/website/page.ts';
import { site } from '../../assistant/website/site.ts';
import { widget } from '../../assistant/widget/widget.ts';
import { widgetGlobals } from '../../assistant/widget/widget-globals.ts';
import { client } from '../../clients/clients/client.ts';
import { impersonation } from '../../identity/impersonation/impersonation.ts';
import { operatorTokenDecider } from '../../identity/operator-tokens/operator-token.ts';
import { clientUser } from '../../identity/users/client-user.ts';
import { staffUser } from '../../identity/users/staff-user.ts';
import type { Readable } from '../../platform/commands/commands.ts';
import { reservation } from '../../platform/reservations/reservation.ts';
import { candidateClassification } from '../../property/classification/classification.ts';
import { datasetAccess } from '../../property/dataset-access/dataset-access.ts';
import { dataset } from '../../property/datasets/dataset.ts';
import { digest } from '../../property/digest/digest.ts';
import { lastAssessment } from '../../property/environment/assess-dataset.ts';
import { environmentLayer } from '../../property/environment/environment-layer.ts';
import { datasetImport } from '../../property/imports/dataset-import.ts';
import { notes } from '../../property/notes/property-notes.ts';
import { reviews } from '../../property/notes/property-reviews.ts';
import { savedViews } from '../../property/saved-views/saved-views.ts';
import { publishedModel } from '../../property/scoring/published-model.ts';
import { rescoring } from '../../property/scoring/rescoring.ts';
import { datasetVisits } from '../../property/visits/dataset-visits.ts';
import { contactRequest } from '../../public-site/contact/contact-request.ts';
import { subscriber } from '../../public-site/newsletter/subscriber.ts';
import { erasure } from '../erasure/erasure.ts';
import { outdatedConversations } from '../erasure/outdated-conversations.ts';
import { retention } from '../erasure/retention.ts';
import { rollbackLock } from '../system-versions/rollback-lock.ts';
import { systemVersion } from '../system-versions/system-version.ts';

/** A decider of any events. Callers pass only events of its own streams, which this type does not enforce. */
export type ReplayDecider = Pick<
  Readable<unknown, DomainEvent>,
  'initialState' | 'evolve' | 'readsLastEventOnly'
>;

/** Decider of each category of streams; undefined where no decider keeps state. */
export const DECIDERS: Readonly<Record<keyof typeof streams, ReplayDecider | undefined>> = {
  log: undefined,
  anchors: undefined,
  backups: undefined,
  staffUser,
  operatorToken: operatorTokenDecider,
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
  judgement: candidateClassification,
  notes,
  reviews,
  leadsDigest: digest,
  savedViews,
  visit: datasetVisits,
  trainingModel: publishedModel,
  widget,
  widgetGlobals,
  widgetLoads: undefined,
  conversation,
  prompt,
  goldenQuestions,
  goldenRun,
  analytics: undefined,
  priceList,
  billing,
  erasure,
  systemVersion,
  rollback: rollbackLock,
  projection: undefined,
  retention,
  outdatedConversations,
  leftMessage,
  rescoring,
};

export const deciderOf = (stream: string): ReplayDecider | undefined =>
  (DECIDERS as Readonly<Record<string, ReplayDecider | undefined>>)[categoryOf(stream)];
