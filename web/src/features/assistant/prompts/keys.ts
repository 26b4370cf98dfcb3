export const promptKeys = {
  all: ['prompts'],
  of: (clientId: string) => ['prompts', clientId],
};
