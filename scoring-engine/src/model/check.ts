import { PROPERTY_TYPES } from '@landline/event-schemas';
import { CandidateColumns } from '../columns.ts';
import { MAX_MEASURE } from '../features/measures.ts';
import { compileModel } from '../kernel/compile.ts';
import { type BandTable, type ScoringModel, scoringModel } from './document.ts';

/**
 * Schema of a model that may be published: one that the kernel can apply to every candidate. Models already
 * published are read with `scoringModel` instead.
 */
export const publishableModel = scoringModel.superRefine((model, context) => {
  for (const { path, message } of [...problemsOf(model), ...problemsOfKernel(model)])
    context.addIssue({ code: 'custom', path, message });
});

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

function* problemsOf({ adu, ios, environmental, ...limits }: ScoringModel): Generator<Problem> {
  for (const column of ['parcel_area', 'building_area'] as const) {
    for (const end of ['from', 'to'] as const) {
      const area = limits[column][end];
      if (area > MAX_MEASURE)
        yield { path: [column, end], message: `An area of ${area} is above the maximum of ${MAX_MEASURE}` };
    }
  }
  let end = 0;
  for (const [index, { grade, to }] of environmental.grades.slice(0, -1).entries()) {
    if (to === null || to <= end)
      yield {
        path: ['environmental', 'grades', index, 'to'],
        message: `Grade ${grade} must end above the grade before it`,
      };
    end = to ?? end;
  }
  if (environmental.onsite_within < 0)
    yield { path: ['environmental', 'onsite_within'], message: 'Must not be negative' };
  for (const weight of ['highway_weight', 'rail_weight'] as const) {
    if (!isWithin(ios.transportation[weight], 1))
      yield { path: ['ios', 'transportation', weight], message: 'Must be between 0 and 1' };
  }
  for (const [path, { min_score }] of [
    [['townhouse_penalty', 'few_garages'], adu.townhouse_penalty.few_garages],
    [['courtyard_penalty'], adu.courtyard_penalty],
  ] as const) {
    if (!isWithin(min_score, 100))
      yield { path: ['adu', ...path, 'min_score'], message: 'Must be between 0 and 100' };
  }
  const { highway, interchange_bonus, rail } = ios.transportation;
  const { open_ratio, open_space_penalty } = ios;
  yield* problemsOfUnknowns(['adu'], { garages: adu.garages, buildings: adu.buildings });
  yield* problemsOfUnknowns(['ios'], { open_ratio, open_space_penalty });
  yield* problemsOfUnknowns(['ios', 'transportation'], { highway, interchange_bonus, rail });
}

/** Yields a problem for each table that has no value for unknown numbers. */
function* problemsOfUnknowns(path: string[], tables: Record<string, BandTable>): Generator<Problem> {
  for (const [name, { unknown }] of Object.entries(tables)) {
    if (unknown === null)
      yield {
        path: [...path, name, 'unknown'],
        message: 'Needs a value for unknown numbers',
      };
  }
}

const isWithin = (value: number, max: number) => value >= 0 && value <= max;

function* problemsOfKernel(model: ScoringModel): Generator<Problem> {
  for (const propertyType of PROPERTY_TYPES) {
    try {
      compileModel(model).tablesFor(CandidateColumns.create(propertyType));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      yield { path: [propertyType], message: error.message };
    }
  }
}
