import type { ScoringModel } from './document.ts';

/** Spec 001 §4 and §9. */
export const ENVIRONMENTAL: ScoringModel['environmental'] = {
  why: 'Between 0.85 within 50 ft and 0.25 at 1,500 ft the impact falls by 0.1 at the distances that the specification names elsewhere (300 ft on-site tank, 492 ft on-site, 800 ft vicinity) and between them. A facility beyond 1,500 ft counts nothing: counting a full mile would grade every city F. A site that its source calls on-site counts as no farther than the on-site threshold. For contamination, the specification defines both what each finding means and what each grade does. The finding decides. A grade of E or F turns a review into critical only where sites other than tanks on the parcel are near enough to count, because flood zones and permits also raise a grade without contaminating anything. Sites too far to count are clear.',
  sources: [
    { label: 'LUST', words: ['leaking underground'], names: ['lust', 'lusts'], weight: 90, kind: 'lust' },
    { label: 'UST', words: ['underground storage tank'], names: ['ust', 'usts'], weight: 30, kind: 'ust' },
    { label: 'Brownfield', words: ['brownfield'], weight: 85, kind: 'site' },
    { label: 'Superfund', words: ['superfund', 'cercla'], weight: 80, kind: 'site' },
    { label: 'NPL', words: ['npl'], weight: 80, kind: 'site' },
    { label: 'RCRA', words: ['rcra'], weight: 70, kind: 'site' },
    { label: 'TRI', words: ['toxic release', 'toxics release'], names: ['tri'], weight: 60, kind: 'site' },
    { label: 'Hazardous Waste', words: ['hazardous waste'], weight: 50, kind: 'site' },
    { label: 'Water discharge', words: ['water discharge'], weight: 15, kind: 'monitoring' },
    { label: 'Air emissions', words: ['air emission'], weight: 10, kind: 'monitoring' },
    { label: 'Air permit', words: ['air permit'], weight: 5, kind: 'monitoring' },
    { label: 'Water permit', words: ['water permit'], weight: 3, kind: 'monitoring' },
  ],
  unlisted: {
    why: 'An unlisted source is still a regulated site: it weighs as much as the heaviest monitored source.',
    weight: 15,
  },
  flood_100_year_weight: 30,
  impact: [
    { to: 50, factor: 0.85 },
    { to: 150, factor: 0.75 },
    { to: 300, factor: 0.65 },
    { to: 492, factor: 0.55 },
    { to: 800, factor: 0.45 },
    { to: 1_150, factor: 0.35 },
    { to: 1_500, factor: 0.25 },
  ],
  onsite_within: 492,
  tank_onsite_within: 300,
  vicinity: 800,
  data_radius: 5_280,
  grades: [
    { grade: 'A', to: 12, multiplier: 1 },
    { grade: 'B', to: 25, multiplier: 0.95 },
    { grade: 'C', to: 50, multiplier: 0.9 },
    { grade: 'D', to: 100, multiplier: 0.8 },
    { grade: 'E', to: 180, multiplier: 0.7 },
    { grade: 'F', to: null, multiplier: 0.5 },
  ],
  flood_zones: {
    why: "X, A, AE, AH and AO are the specification's. The coastal zones V and VE add wave action to flooding.",
    low: ['x'],
    moderate: ['a', 'ae', 'ah', 'ao'],
    high: ['v', 've'],
  },
  soil: {
    why: "Low, moderate and high are the specification's. None, medium and severe are other sources' words for them.",
    low: ['low', 'none'],
    moderate: ['moderate', 'medium'],
    high: ['high', 'severe'],
  },
};
