import type { EventType } from '@landline/event-schemas';
import {
  analyticsDay,
  analyticsGap,
  billingAlert,
  billingDay,
  widgetLoadDay,
} from '@landline/projections/analytics/tables';
import type { Projector } from '@landline/projections/projector';
import { analytics } from '@landline/projections/projectors/analytics';
import { classification, classifications } from '@landline/projections/projectors/classifications';
import { clients, client as clientTable, clientUser } from '@landline/projections/projectors/clients';
import { contentRequest, contentRequests } from '@landline/projections/projectors/content-requests';
import {
  conversation,
  conversations,
  exchange,
  leftMessage,
} from '@landline/projections/projectors/conversations';
import { dataset, datasetImport, datasets, rejectedRow } from '@landline/projections/projectors/datasets';
import {
  environment,
  environmentAssessment,
  environmentFacility,
  environmentLayer,
  environmentRejectedRow,
} from '@landline/projections/projectors/environment';
import { conversationRetention, erasure, erasures } from '@landline/projections/projectors/erasures';
import { datasetAccess, grants } from '@landline/projections/projectors/grants';
import { contactRequest, inbox, newsletterSubscriber } from '@landline/projections/projectors/inbox';
import { note, notes, review } from '@landline/projections/projectors/notes';
import { page, pages, site } from '@landline/projections/projectors/pages';
import { clientPrompt, prompts } from '@landline/projections/projectors/prompts';
import { rescoringRun, scoring, scoringModel } from '@landline/projections/projectors/scoring';
import { staff, staffUser } from '@landline/projections/projectors/staff';
import {
  configurationDocument,
  systemVersion,
  systemVersions,
} from '@landline/projections/projectors/system-versions';
import { savedView, views } from '@landline/projections/projectors/views';
import {
  globalBranding,
  widget,
  widgets,
  widgetTemplate,
  widgetVersion,
} from '@landline/projections/projectors/widgets';
import type { AnyTable } from '@landline/projections/table';
import type { AsOfListKey } from '../contract.ts';

export interface PastList {
  readonly projector: Projector;
  readonly table: AnyTable;
  /** Those that say something of the table; all of the projector's when not given. */
  readonly types?: readonly EventType[];
  /** The database has a part in making it: by statements, by columns that it computes, or there may be too many rows. */
  readonly inDatabase?: true;
}

/** Where each list comes from; `candidates` are made by themselves, with their scores. */
export const LISTS: Readonly<Record<Exclude<AsOfListKey, 'candidates'>, PastList>> = {
  clients: { projector: clients, table: clientTable },
  'client-users': { projector: clients, table: clientUser },
  staff: { projector: staff, table: staffUser },
  'datasets-granted': { projector: grants, table: datasetAccess },
  'content-requests': { projector: contentRequests, table: contentRequest },
  'contact-requests': { projector: inbox, table: contactRequest },
  subscribers: { projector: inbox, table: newsletterSubscriber },
  conversations: { projector: conversations, table: conversation },
  messages: { projector: conversations, table: exchange },
  'left-messages': {
    projector: conversations,
    table: leftMessage,
    types: ['MessageLeft', 'LeftMessageHandled', 'LeftMessageReopened'],
  },
  prompts: { projector: prompts, table: clientPrompt },
  pages: { projector: pages, table: page, inDatabase: true },
  sites: { projector: pages, table: site, inDatabase: true },
  widgets: { projector: widgets, table: widget },
  'widget-versions': {
    projector: widgets,
    table: widgetVersion,
    types: ['WidgetVersionCreated', 'WidgetVersionWithdrawn', 'WidgetVersionReturned'],
  },
  'widget-templates': { projector: widgets, table: widgetTemplate },
  branding: { projector: widgets, table: globalBranding },
  'system-versions': { projector: systemVersions, table: systemVersion },
  configuration: { projector: systemVersions, table: configurationDocument },
  'usage-days': { projector: analytics, table: analyticsDay, inDatabase: true },
  gaps: { projector: analytics, table: analyticsGap, inDatabase: true },
  'widget-loads': { projector: analytics, table: widgetLoadDay, inDatabase: true },
  'billing-days': { projector: analytics, table: billingDay, inDatabase: true },
  'billing-alerts': { projector: analytics, table: billingAlert, types: ['BillingAlertRaised'] },
  // Postgres computes its status.
  datasets: { projector: datasets, table: dataset, inDatabase: true },
  imports: { projector: datasets, table: datasetImport },
  'rejected-rows': {
    projector: datasets,
    table: rejectedRow,
    types: ['CandidateRowsRejected'],
    inDatabase: true,
  },
  'environment-layers': { projector: environment, table: environmentLayer },
  'environment-assessments': { projector: environment, table: environmentAssessment },
  facilities: {
    projector: environment,
    table: environmentFacility,
    types: ['FacilitiesImported', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  },
  'rejected-facilities': {
    projector: environment,
    table: environmentRejectedRow,
    types: ['FacilityRowsRejected', 'EnvironmentLayerRemoved'],
    inDatabase: true,
  },
  judgements: { projector: classifications, table: classification },
  notes: { projector: notes, table: note },
  reviews: { projector: notes, table: review },
  'saved-views': { projector: views, table: savedView },
  'scoring-models': { projector: scoring, table: scoringModel },
  'rescoring-runs': { projector: scoring, table: rescoringRun },
  erasures: { projector: erasures, table: erasure },
  retention: { projector: erasures, table: conversationRetention },
};
