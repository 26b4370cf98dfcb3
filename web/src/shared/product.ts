export const PRODUCT = 'Landline';
