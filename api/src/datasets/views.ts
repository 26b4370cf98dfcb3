import type { CommonQueryMethods } from 'slonik';
import { type Access, type DatasetView, viewOf } from '../grants/access.ts';
import type { Dataset } from './contract.ts';
import { allDatasets, datasetOf } from './queries.ts';
import { zipCodesOf } from './zip-codes.ts';

const ZIP_CODE = /^\d{5}$/;

/** A dataset as somebody sees it, and as it is. */
export interface SeenDataset {
  readonly view: DatasetView;
  readonly dataset: Dataset;
}

/**
 * What one may see under a key: a dataset, or, by five digits, one zip code of a dataset (spec 001 §2). Of the datasets
 * with that zip code it is the one with most candidates there.
 */
export async function findDataset(
  db: CommonQueryMethods,
  access: Access,
  key: string,
): Promise<SeenDataset | undefined> {
  const view = viewOf(access, key);
  const dataset = view && (await datasetOf(db, key));
  if (dataset) return { view, dataset: await asSeen(db, view, dataset) };
  return ZIP_CODE.test(key) ? findZipCode(db, access, key) : undefined;
}

async function findZipCode(
  db: CommonQueryMethods,
  access: Access,
  zip: string,
): Promise<SeenDataset | undefined> {
  const seen = (await allDatasets(db)).filter(({ dataset_key }) => {
    const view = viewOf(access, dataset_key);
    return view && (view.zips === undefined || view.zips.includes(zip));
  });
  const counts = await Promise.all(
    seen.map(async (dataset) => (await zipCodesOf(db, dataset)).get(zip) ?? 0),
  );
  const most = Math.max(0, ...counts);
  const dataset = seen[counts.indexOf(most)];
  if (most === 0 || !dataset) return undefined;
  const view = { datasetKey: dataset.dataset_key, zips: [zip] };
  return { view, dataset: asZipCode(dataset, zip, most) };
}

/** A zip code of a dataset, as a dataset of its own. */
export const asZipCode = (dataset: Dataset, zip: string, candidate_count: number): Dataset => ({
  ...dataset,
  dataset_key: zip,
  dataset_name: `${zip} Properties`,
  dataset_type: 'zipcode',
  parent_dataset_key: dataset.dataset_key,
  candidate_count,
});

/** A dataset with as many candidates as one may see of it. */
export async function asSeen(db: CommonQueryMethods, view: DatasetView, dataset: Dataset): Promise<Dataset> {
  if (view.zips === undefined) return dataset;
  const known = await zipCodesOf(db, dataset);
  return { ...dataset, candidate_count: view.zips.reduce((sum, zip) => sum + (known.get(zip) ?? 0), 0) };
}

/** How much of a dataset one may see, for those who need no more than that. */
export async function findView(
  db: CommonQueryMethods,
  access: Access,
  key: string,
): Promise<DatasetView | undefined> {
  // Keys of datasets are known by the queries that follow: most lists are found without asking here.
  return ZIP_CODE.test(key) ? (await findDataset(db, access, key))?.view : viewOf(access, key);
}
