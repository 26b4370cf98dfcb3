export const digestKey = ['digest'];
