export const PRODUCT = 'Landline';

/** Names of the two products, by the field that says whether a client has one. */
export const PRODUCT_NAMES = { has_ai_assistant: 'AI Assistant', has_geo_leads: 'Property Finder' } as const;
