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

function listSource(
  readModel: ProjectedReadModel,
  tableName: string,
  options: SourceOptions = {},
): ListSource {
  const projector = projectors.find(({ name }) => name === readModel);
  const table = projector?.tables.find(({ name }) => name === tableName);
  if (!projector || !table) throw new Error(`Projector ${readModel} has no table ${tableName}`);
  return { projector, table, ...options };
}

/** Source of each list except `candidates`, which need their scores. */
export const LIST_SOURCES: Readonly<Record<Exclude<AsOfListKey, 'candidates'>, ListSource>> = {
  clients: listSource('clients', 'client'),
  'client-users': listSource('clients', 'client_user'),
  staff: listSource('staff', 'staff_user'),
  'datasets-granted': listSource('grants', 'dataset_access'),
  'content-requests': listSource('content-requests', 'content_request'),
  'contact-requests': listSource('inbox', 'contact_request'),
  subscribers: listSource('inbox', 'newsletter_subscriber'),
  conversations: listSource('conversations', 'conversation'),
  messages: listSource('conversations', 'exchange'),
  'left-messages': listSource('conversations', 'left_message', {
    types: ['MessageLeft', 'LeftMessageHandled', 'LeftMessageReopened'],
  }),
  prompts: listSource('prompts', 'client_prompt', { inDatabase: true }),
  pages: listSource('pages', 'page', { inDatabase: true }),
  sites: listSource('pages', 'site', { inDatabase: true }),
  widgets: listSource('widgets', 'widget'),
  'widget-versions': listSource('widgets', 'widget_version', {
    types: ['WidgetVersionCreated', 'WidgetVersionWithdrawn', 'WidgetVersionReturned'],
  }),
  'widget-templates': listSource('widgets', 'widget_template'),
  branding: listSource('widgets', 'global_branding'),
  'system-versions': listSource('system-versions', 'system_version'),
  configuration: listSource('system-versions', 'configuration_document'),
  'usage-days': listSource('analytics', 'analytics_day', { inDatabase: true }),
  gaps: listSource('analytics', 'analytics_gap', { inDatabase: true }),
  'widget-loads': listSource('analytics', 'widget_load_day', { inDatabase: true }),
  'billing-days': listSource('analytics', 'billing_day', { inDatabase: true }),
  'billing-alerts': listSource('analytics', 'billing_alert', { types: ['BillingAlertRaised'] }),
  // The status is a computed column.
  datasets: listSource('datasets', 'dataset', { inDatabase: true }),
  imports: listSource('datasets', 'dataset_import'),
  'rejected-rows': listSource('datasets', 'rejected_row', {
    types: ['CandidateRowsRejected'],
    inDatabase: true,
  }),
  'environment-layers': listSource('environment', 'environment_layer'),
  'environment-assessments': listSource('environment', 'environment_assessment'),
  facilities: listSource('environment', 'environment_facility', {
    types: ['FacilitiesImported', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  }),
  'rejected-facilities': listSource('environment', 'environment_rejected_row', {
    types: ['FacilityRowsRejected', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  }),
  judgements: listSource('classifications', 'classification'),
  notes: listSource('notes', 'note'),
  reviews: listSource('notes', 'review'),
  'saved-views': listSource('views', 'saved_view'),
  'scoring-models': listSource('scoring', 'scoring_model'),
  'rescoring-runs': listSource('scoring', 'rescoring_run'),
  erasures: listSource('erasures', 'erasure'),
  retention: listSource('erasures', 'conversation_retention'),
};
