/** Returns the logic of an XState actor that a machine declares and `provide` must supply. */
export const notProvided = (actor: string) => () => Promise.reject(new Error(`${actor} is not provided`));
