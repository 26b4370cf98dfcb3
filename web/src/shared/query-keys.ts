import type { PropertyType } from '@landline/event-schemas';

/** Every key of the query cache, general to particular: what is invalidated here is refetched everywhere. */
export const keys = {
  account: {
    sessions: () => ['account', 'sessions'],
    twoFactor: () => ['account', 'two-factor'],
  },
  datasets: {
    all: ['datasets'],
    list: (clientId?: string) => ['datasets', 'list', clientId ?? null],
    one: (datasetKey: string) => ['datasets', 'one', datasetKey],
    filterOptions: (datasetKey: string) => ['datasets', 'filter-options', datasetKey],
  },
  imports: {
    all: ['imports'],
    list: () => ['imports', 'list'],
    one: (importId: string) => ['imports', 'one', importId],
    rejected: (importId: string, page: number) => ['imports', 'rejected', importId, page],
    /** Outside of `all`: a preview is of a file here, and no event changes it. */
    preview: (file: string, profile: string | undefined, mapping: object) => [
      'import-preview',
      file,
      profile ?? null,
      mapping,
    ],
  },
  grants: {
    all: ['grants'],
    cities: () => ['grants', 'cities'],
    of: (clientId: string) => ['grants', 'of', clientId],
  },
  notes: {
    all: ['notes'],
    of: (candidateId: string, filters: Readonly<Record<string, unknown>>) => ['notes', candidateId, filters],
    decision: (candidateId: string) => ['notes', 'decision', candidateId],
    reviews: (candidateId: string) => ['notes', 'reviews', candidateId],
  },
  digest: () => ['digest'],
  /** Apart: what moves refetches no visit. */
  visits: {
    of: (datasetKey: string) => ['visits', datasetKey],
  },
  views: {
    all: ['views'],
    of: (datasetKey: string) => ['views', datasetKey],
  },
  environment: {
    all: ['environment'],
    layers: () => ['environment', 'layers'],
    /** Outside of `all`: a preview is of a file here, and no event changes it. */
    preview: (file: string, kind: string) => ['layer-preview', file, kind],
  },
  candidates: {
    all: ['candidates'],
    list: (query: Readonly<Record<string, unknown>>) => ['candidates', 'list', query],
    one: (id: string) => ['candidates', 'one', id],
    breakdown: (id: string) => ['candidates', 'breakdown', id],
    points: (query: Readonly<Record<string, unknown>>) => ['candidates', 'points', query],
    histories: ['candidates', 'history'],
    history: (id: string) => ['candidates', 'history', id],
  },
  clients: {
    all: ['clients'],
    list: () => ['clients', 'list'],
    one: (clientId: string) => ['clients', 'one', clientId],
    overview: (clientId: string) => ['clients', 'overview', clientId],
  },
  clientAdmins: {
    all: ['client-admins'],
    list: () => ['client-admins', 'list'],
    one: (adminId: string) => ['client-admins', 'one', adminId],
  },
  staff: {
    all: ['staff'],
    list: () => ['staff', 'list'],
  },
  system: {
    all: ['system'],
    stats: () => ['system', 'stats'],
    worker: () => ['system', 'worker'],
    database: () => ['system', 'database'],
    ai: () => ['system', 'ai'],
    clients: () => ['system', 'clients'],
    security: () => ['system', 'security'],
  },
  audit: {
    all: ['audit'],
    of: (entity: string, page: number) => ['audit', entity, page],
    log: (query: Readonly<Record<string, unknown>>) => ['audit', 'log', query],
    event: (position: string) => ['audit', 'event', position],
    anchors: () => ['audit', 'anchors'],
    replay: (query: Readonly<Record<string, unknown>>) => ['audit', 'replay', query],
    asOf: (query: Readonly<Record<string, unknown>>) => ['audit', 'as-of', query],
  },
  erasures: {
    all: ['erasures'],
    list: () => ['erasures', 'list'],
    people: (by: string, sought: string, page: number) => ['erasures', 'people', by, sought, page],
    retention: () => ['erasures', 'retention'],
  },
  inbox: {
    all: ['inbox'],
    contactRequests: (query: Readonly<Record<string, unknown>>) => ['inbox', 'contact-requests', query],
    subscribers: (query: Readonly<Record<string, unknown>>) => ['inbox', 'subscribers', query],
  },
  map: {
    tiles: () => ['map', 'tiles'],
  },
  training: {
    all: ['training'],
    factors: (type: PropertyType) => ['training', 'factors', type],
    classification: (candidateId: string) => ['training', 'classification', candidateId],
    summary: (scope: string) => ['training', 'summary', scope],
  },
  widget: {
    all: ['widget'],
    branding: (clientId: string | null) => ['widget', 'branding', clientId],
    of: (clientId: string, what: string) => ['widget', 'of', clientId, what],
    templates: () => ['widget', 'templates'],
  },
  pricing: () => ['pricing'],
  systemVersions: {
    all: ['system-versions'],
    list: () => ['system-versions', 'list'],
    statistics: () => ['system-versions', 'statistics'],
    difference: (id: string) => ['system-versions', 'difference', id],
  },
  prompts: {
    all: ['prompts'],
    of: (clientId: string) => ['prompts', clientId],
  },
  conversations: {
    all: ['conversations'],
    list: (clientId: string, query: Readonly<Record<string, unknown>>) => ['conversations', clientId, query],
    one: (clientId: string, id: string) => ['conversations', clientId, 'one', id],
    messages: (clientId: string, query: Readonly<Record<string, unknown>>) => [
      'conversations',
      clientId,
      'messages',
      query,
    ],
  },
  analytics: {
    all: ['analytics'],
    view: (view: string, query: Readonly<Record<string, unknown>>) => ['analytics', view, query],
    billing: (clientId: string | null) => ['analytics', 'billing', clientId],
  },
  content: {
    all: ['content'],
    pages: (clientId: string) => ['content', 'pages', clientId],
    learned: (clientId: string, query: Readonly<Record<string, unknown>>) => [
      'content',
      'learned',
      clientId,
      query,
    ],
    blacklisted: (clientId: string) => ['content', 'blacklisted', clientId],
    history: (clientId: string, pageId: string) => ['content', 'history', clientId, pageId],
  },
  contentRequests: {
    all: ['content-requests'],
    of: (clientId: string) => ['content-requests', 'of', clientId],
    pending: () => ['content-requests', 'pending'],
  },
  scoring: {
    all: ['scoring'],
    newestRuns: () => ['scoring', 'runs'],
    moves: (datasetKey: string, scope: string) => ['scoring', 'moves', datasetKey, scope],
    model: (scope?: string) => ['scoring', 'model', scope ?? null],
  },
} as const;
