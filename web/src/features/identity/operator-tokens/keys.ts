export const operatorTokenKeys = { list: () => ['operator-tokens', 'list'] };
