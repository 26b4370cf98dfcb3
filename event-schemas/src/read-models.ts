/** The read models that a projector maintains; the projector has the same name. */
export type ProjectedReadModel =
  | 'log'
  | 'audit'
  | 'staff'
  | 'clients'
  | 'datasets'
  | 'candidates'
  | 'classifications'
  | 'scoring'
  | 'environment'
  | 'history'
  | 'grants'
  | 'notes'
  | 'views'
  | 'inbox'
  | 'pages'
  | 'widgets'
  | 'conversations'
  | 'content-requests'
  | 'erasures'
  | 'prompts'
  | 'golden-questions'
  | 'analytics'
  | 'system-versions'
  | 'model-usage';

/** Read models with a stored position, which a query can wait for; the scoring engine maintains `scores`. */
export type ReadModel = ProjectedReadModel | 'scores';
