export const erasureKeys = {
  all: ['erasures'],
  list: () => ['erasures', 'list'],
  people: (by: string, term: string, page: number) => ['erasures', 'people', by, term, page],
  retention: () => ['erasures', 'retention'],
};
