import type { CommonQueryMethods } from 'slonik';
import { type Access, type DatasetView, viewOf } from '../dataset-access/access.ts';
import type { Dataset } from './contract.ts';
import { allDatasets, datasetOf } from './queries.ts';
import { zipCodesOf } from './zip-codes.ts';

const ZIP_CODE = /^\d{5}$/;

/** A dataset, and the part of it that a caller has access to. */
interface VisibleDataset {
  readonly view: DatasetView;
  readonly dataset: Dataset;
}

/**
 * Finds a dataset by its key or, for five digits, a ZIP code of the dataset with the most candidates there (spec 001 §2).
 * Returns undefined if the caller has no access to it.
 */
export async function findDataset(
  db: CommonQueryMethods,
  access: Access,
  key: string,
): Promise<VisibleDataset | undefined> {
  const view = viewOf(access, key);
  const dataset = view && (await datasetOf(db, key));
  if (dataset) return { view, dataset: await withVisibleCount(db, view, dataset) };
  return ZIP_CODE.test(key) ? findZipCode(db, access, key) : undefined;
}

async function findZipCode(
  db: CommonQueryMethods,
  access: Access,
  zip: string,
): Promise<VisibleDataset | undefined> {
  const visible = (await allDatasets(db)).filter(({ dataset_key }) => {
    const view = viewOf(access, dataset_key);
    return view && (view.zips === undefined || view.zips.includes(zip));
  });
  const counts = await Promise.all(
    visible.map(async (dataset) => (await zipCodesOf(db, dataset)).get(zip) ?? 0),
  );
  const most = Math.max(0, ...counts);
  const dataset = visible[counts.indexOf(most)];
  if (most === 0 || !dataset) return undefined;
  const view = { datasetKey: dataset.dataset_key, zips: [zip] };
  return { view, dataset: asZipCode(dataset, zip, most) };
}

/** Presents a ZIP code as a dataset. */
const asZipCode = (dataset: Dataset, zip: string, candidate_count: number): Dataset => ({
  ...dataset,
  dataset_key: zip,
  dataset_name: `${zip} Properties`,
  dataset_type: 'zipcode',
  parent_dataset_key: dataset.dataset_key,
  candidate_count,
});

/** Limits a dataset's candidate count to the candidates in the view. */
export async function withVisibleCount(
  db: CommonQueryMethods,
  view: DatasetView,
  dataset: Dataset,
): Promise<Dataset> {
  if (view.zips === undefined) return dataset;
  const counts = await zipCodesOf(db, dataset);
  return { ...dataset, candidate_count: view.zips.reduce((sum, zip) => sum + (counts.get(zip) ?? 0), 0) };
}

/** Returns the view of a dataset without loading the dataset itself. */
export async function findView(
  db: CommonQueryMethods,
  access: Access,
  key: string,
): Promise<DatasetView | undefined> {
  // The list queries check dataset keys themselves, so most requests need no query here.
  return ZIP_CODE.test(key) ? (await findDataset(db, access, key))?.view : viewOf(access, key);
}
