/**
 * Stream names: `category-id`. A scope is `everyone` or a client's id. `judgement-{scope}-{candidate}` holds the classification of
 * a candidate in a scope, and `trainingModel-{scope}` the models trained in that scope.
 */
export const streams = {
  log: () => 'log-landline',
  anchors: () => 'anchors-landline',
  staffUser: (id: string) => `staffUser-${id}`,
  client: (id: string) => `client-${id}`,
  clientUser: (id: string) => `clientUser-${id}`,
  contactRequest: (id: string) => `contactRequest-${id}`,
  newsletterSubscriber: (id: string) => `newsletterSubscriber-${id}`,
  impersonation: (id: string) => `impersonation-${id}`,
  reservation: (hmac: string) => `reservation-${hmac}`,
  contentRequest: (id: string) => `contentRequest-${id}`,
  page: (id: string) => `page-${id}`,
  site: (clientId: string) => `site-${clientId}`,
  dataset: (key: string) => `dataset-${key}`,
  datasetImport: (id: string) => `datasetImport-${id}`,
  datasetAccess: (clientId: string) => `datasetAccess-${clientId}`,
  environmentLayer: (id: string) => `environmentLayer-${id}`,
  environmentAssessment: (datasetKey: string) => `environmentAssessment-${datasetKey}`,
  judgement: (scope: string, candidateId: string) => `judgement-${scope}-${candidateId}`,
  notes: (scope: string, candidateId: string) => `notes-${scope}-${candidateId}`,
  reviews: (scope: string, candidateId: string) => `reviews-${scope}-${candidateId}`,
  leadsDigest: (userId: string) => `leadsDigest-${userId}`,
  savedViews: (scope: string) => `savedViews-${scope}`,
  visit: (userId: string, datasetKey: string) => `visit-${userId}-${datasetKey}`,
  trainingModel: (scope: string) => `trainingModel-${scope}`,
  widget: (clientId: string) => `widget-${clientId}`,
  widgetGlobals: () => 'widgetGlobals-landline',
  widgetLoads: (clientId: string) => `widgetLoads-${clientId}`,
  conversation: (id: string) => `conversation-${id}`,
  prompt: (id: string) => `prompt-${id}`,
  goldenQuestions: (clientId: string) => `goldenQuestions-${clientId}`,
  goldenRun: (id: string) => `goldenRun-${id}`,
  analytics: (clientId: string) => `analytics-${clientId}`,
  priceList: () => 'priceList-landline',
  billing: (clientId: string) => `billing-${clientId}`,
  erasure: (id: string) => `erasure-${id}`,
  systemVersion: (id: string) => `systemVersion-${id}`,
  rollback: () => 'rollback-landline',
  operatorToken: (id: string) => `operatorToken-${id}`,
  backups: () => 'backups-landline',
  projection: (name: string) => `projection-${name}`,
  retention: (clientId: string) => `retention-${clientId}`,
  outdatedConversations: (clientId: string) => `outdatedConversations-${clientId}`,
  leftMessage: (id: string) => `leftMessage-${id}`,
  rescoring: (datasetKey: string, scope: string) => `rescoring-${scope}-${datasetKey}`,
} as const;

/** The scope that staff train; clients without training of their own read its scores. */
export const EVERYONE = 'everyone';

/** Returns the part of a stream name before its first hyphen. */
export function categoryOf(stream: string): string {
  const hyphen = stream.indexOf('-');
  return hyphen < 0 ? stream : stream.slice(0, hyphen);
}

const isDollar = (character: string | number | undefined) => character === '$' || character === 0x24;

/**
 * Returns whether EventStoreDB itself writes and removes the events of this stream, for example statistics. Anchors do not cover such
 * events. They do cover stream metadata, whose streams are named `$$…`. Takes the stream's name or its bytes.
 */
export const isSystemStream = (stream: string | Uint8Array): boolean =>
  isDollar(stream[0]) && !isDollar(stream[1]);
