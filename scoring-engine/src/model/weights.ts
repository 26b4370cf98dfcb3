/** Maximum points of each component (spec 001 §9). */
export const ADU_POINTS = {
  lotOpportunity: 45,
  propertyScale: 25,
  siteEfficiency: 20,
  layoutFlexibility: 10,
} as const;

/**
 * Property use is type, zoning and lot use (40); site utilization is open space, shape and topography (25).
 */
export const IOS_POINTS = {
  property_use: 40,
  property_type: 20,
  zoning: 15,
  lot_use: 5,
  site_utilization: 25,
  open_ratio: 15,
  lot_shape: 5,
  topography: 5,
  lot_size: 20,
  transportation: 15,
} as const;

/** Limit of the training adjustment in points, in total and for trained factors alone (spec 001 §9). */
export const MAX_ADJUSTMENT = 30;
