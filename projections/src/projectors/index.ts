import type { ProjectedReadModel } from '@landline/event-schemas/read-models';
import type { Projector } from '../projector.ts';
import { analytics } from './assistant/analytics.ts';
import { contentRequests } from './assistant/content-requests.ts';
import { conversations } from './assistant/conversations.ts';
import { goldenQuestions } from './assistant/golden-questions.ts';
import { modelUsages } from './assistant/model-usage.ts';
import { pages } from './assistant/pages.ts';
import { prompts } from './assistant/prompts.ts';
import { widgets } from './assistant/widgets.ts';
import { clients } from './clients/clients.ts';
import { staff } from './identity/staff.ts';
import { erasures } from './operations/erasures.ts';
import { systemVersions } from './operations/system-versions.ts';
import { audit } from './platform/activity.ts';
import { log } from './platform/log.ts';
import { candidates } from './property/candidates.ts';
import { classifications } from './property/classifications.ts';
import { grants } from './property/dataset-access.ts';
import { datasets } from './property/datasets.ts';
import { environment } from './property/environment.ts';
import { history } from './property/history.ts';
import { notes } from './property/notes.ts';
import { savedViews } from './property/saved-views.ts';
import { scoring } from './property/scoring.ts';
import { inbox } from './public-site/contact.ts';

/** One projector per registered read model. The first two handle every event and take the longest. */
const PROJECTORS: { readonly [Name in ProjectedReadModel]: Projector<Name> } = {
  log,
  audit,
  staff,
  clients,
  datasets,
  candidates,
  classifications,
  scoring,
  environment,
  history,
  grants,
  notes,
  views: savedViews,
  inbox,
  pages,
  widgets,
  conversations,
  'content-requests': contentRequests,
  erasures,
  prompts,
  'golden-questions': goldenQuestions,
  analytics,
  'system-versions': systemVersions,
  'model-usage': modelUsages,
};

export const projectors: readonly Projector[] = Object.values(PROJECTORS);
