/** Label of actions that demo accounts cannot use (spec 001 §6). */
export const DEMO_LABEL = 'Demo Account - Upgrade to Enable';
