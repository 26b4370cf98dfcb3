import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { useLocation, useParams } from 'react-router-dom';
import { ApiError } from '../../../shared/http/errors.ts';
import { useDataset } from './api/datasets.ts';
import { hubOf, SECTIONS } from './paths.ts';

const notFound = new ApiError(404, 'Dataset not found or access denied');

/** Returns the dataset type in a path of the hub; undefined if the path has only a key (spec 001 §2). */
function typeIn(pathname: string): string | undefined {
  const [first = '', key] = pathname.slice(hubOf(pathname).length + 1).split('/');
  return key ? SECTIONS.find(({ type }) => type === first.toLowerCase())?.type : undefined;
}

/** Queries the dataset in the URL; fails with 404 if the URL names a different dataset type. */
export function usePageDataset() {
  const { datasetKey = '' } = useParams();
  const type = typeIn(useLocation().pathname);
  const query = useDataset(datasetKey);
  const isOtherType = query.data !== undefined && type !== undefined && query.data.dataset_type !== type;
  return isOtherType ? { ...query, data: undefined, error: notFound } : query;
}

/** Returns whether a dataset, or a ZIP code shown as a dataset, contains a candidate. */
export const isInDataset = (
  { dataset_key, dataset_type, parent_dataset_key }: Dataset,
  candidate: Pick<CandidateDetail, 'dataset_key' | 'zip_code'>,
): boolean =>
  candidate.dataset_key === dataset_key ||
  (dataset_type === 'zipcode' &&
    candidate.dataset_key === parent_dataset_key &&
    candidate.zip_code === dataset_key);
