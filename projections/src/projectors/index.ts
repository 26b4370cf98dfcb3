import type { Projector } from '../projector.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import { candidates } from './candidates.ts';
import { classifications } from './classifications.ts';
import { clients } from './clients.ts';
import { contentRequests } from './content-requests.ts';
import { conversations } from './conversations.ts';
import { datasets } from './datasets.ts';
import { environment } from './environment.ts';
import { erasures } from './erasures.ts';
import { grants } from './grants.ts';
import { history } from './history.ts';
import { inbox } from './inbox.ts';
import { log } from './log.ts';
import { modelUsages } from './model-usage.ts';
import { notes } from './notes.ts';
import { pages } from './pages.ts';
import { prompts } from './prompts.ts';
import { scoring } from './scoring.ts';
import { staff } from './staff.ts';
import { systemVersions } from './system-versions.ts';
import { views } from './views.ts';
import { widgets } from './widgets.ts';

/** Every read model that Landline keeps; first those that every event writes to, which take the longest. */
export const projectors: readonly Projector[] = [
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
  views,
  inbox,
  pages,
  widgets,
  conversations,
  contentRequests,
  erasures,
  prompts,
  analytics,
  systemVersions,
  modelUsages,
];
