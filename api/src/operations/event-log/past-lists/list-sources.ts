import type { EventType } from '@landline/event-schemas';
import type { ProjectedReadModel } from '@landline/event-schemas/read-models';
import type { Projector } from '@landline/projections/projector';
import { projectors } from '@landline/projections/projectors/index';
import type { AnyTable } from '@landline/projections/table';
import type { AsOfListKey } from '../contract.ts';

interface SourceOptions {
  /** Event types that change the table; by default all of the projector's. */
  readonly types?: readonly EventType[];
  /** Set if rows depend on SQL statements or computed columns, or may be too many for memory. */
  readonly inDatabase?: true;
}

export interface ListSource extends SourceOptions {
  readonly projector: Projector;
  readonly table: AnyTable;
}

function from(readModel: ProjectedReadModel, tableName: string, options: SourceOptions = {}): ListSource {
  const projector = projectors.find(({ name }) => name === readModel);
  const table = projector?.tables.find(({ name }) => name === tableName);
  if (!projector || !table) throw new Error(`Projector ${readModel} has no table ${tableName}`);
  return { projector, table, ...options };
}

/** Source of each list except `candidates`, which need their scores. */
export const LIST_SOURCES: Readonly<Record<Exclude<AsOfListKey, 'candidates'>, ListSource>> = {
  clients: from('clients', 'client'),
  'client-users': from('clients', 'client_user'),
  staff: from('staff', 'staff_user'),
  'datasets-granted': from('grants', 'dataset_access'),
  'content-requests': from('content-requests', 'content_request'),
  'contact-requests': from('inbox', 'contact_request'),
  subscribers: from('inbox', 'newsletter_subscriber'),
  conversations: from('conversations', 'conversation'),
  messages: from('conversations', 'exchange'),
  'left-messages': from('conversations', 'left_message', {
    types: ['MessageLeft', 'LeftMessageHandled', 'LeftMessageReopened'],
  }),
  prompts: from('prompts', 'client_prompt'),
  pages: from('pages', 'page', { inDatabase: true }),
  sites: from('pages', 'site', { inDatabase: true }),
  widgets: from('widgets', 'widget'),
  'widget-versions': from('widgets', 'widget_version', {
    types: ['WidgetVersionCreated', 'WidgetVersionWithdrawn', 'WidgetVersionReturned'],
  }),
  'widget-templates': from('widgets', 'widget_template'),
  branding: from('widgets', 'global_branding'),
  'system-versions': from('system-versions', 'system_version'),
  configuration: from('system-versions', 'configuration_document'),
  'usage-days': from('analytics', 'analytics_day', { inDatabase: true }),
  gaps: from('analytics', 'analytics_gap', { inDatabase: true }),
  'widget-loads': from('analytics', 'widget_load_day', { inDatabase: true }),
  'billing-days': from('analytics', 'billing_day', { inDatabase: true }),
  'billing-alerts': from('analytics', 'billing_alert', { types: ['BillingAlertRaised'] }),
  // The status is a computed column.
  datasets: from('datasets', 'dataset', { inDatabase: true }),
  imports: from('datasets', 'dataset_import'),
  'rejected-rows': from('datasets', 'rejected_row', { types: ['CandidateRowsRejected'], inDatabase: true }),
  'environment-layers': from('environment', 'environment_layer'),
  'environment-assessments': from('environment', 'environment_assessment'),
  facilities: from('environment', 'environment_facility', {
    types: ['FacilitiesImported', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  }),
  'rejected-facilities': from('environment', 'environment_rejected_row', {
    types: ['FacilityRowsRejected', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  }),
  judgements: from('classifications', 'classification'),
  notes: from('notes', 'note'),
  reviews: from('notes', 'review'),
  'saved-views': from('views', 'saved_view'),
  'scoring-models': from('scoring', 'scoring_model'),
  'rescoring-runs': from('scoring', 'rescoring_run'),
  erasures: from('erasures', 'erasure'),
  retention: from('erasures', 'conversation_retention'),
};
