export const promptKeys = {
  all: ['prompts'],
  of: (clientId: string) => ['prompts', clientId],
  approved: (clientId: string) => ['prompts', clientId, 'approved'],
  versions: (clientId: string, id: string) => ['prompts', clientId, 'approved', id],
};
