export const accountKeys = {
  sessions: () => ['account', 'sessions'],
  twoFactor: () => ['account', 'two-factor'],
};
