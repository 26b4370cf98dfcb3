import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { useLocation, useParams } from 'react-router-dom';
import { ApiError } from '../../../shared/http/errors.ts';
import { hubOf, SECTIONS } from '../paths.ts';
import { useDataset } from './get-dataset.ts';

const elsewhere = new ApiError(404, 'Dataset not found or access denied');

/** The type that stands in an address below the hub; a key alone has none (spec 001 §2). */
function typeIn(pathname: string): string | undefined {
  const [first = '', key] = pathname.slice(hubOf(pathname).length + 1).split('/');
  return key ? SECTIONS.find(({ type }) => type === first.toLowerCase())?.type : undefined;
}

/** The dataset that the address names. Under another type than its own there is none. */
export function usePageDataset() {
  const { datasetKey = '' } = useParams();
  const type = typeIn(useLocation().pathname);
  const query = useDataset(datasetKey);
  const isOther = query.data !== undefined && type !== undefined && query.data.dataset_type !== type;
  return isOther ? { ...query, data: undefined, error: elsewhere } : query;
}

/** Whether a candidate is one of a dataset's, or of a zip code's that is looked at as a dataset. */
export function isIn(
  dataset: Dataset,
  candidate: Pick<CandidateDetail, 'dataset_key' | 'zip_code'>,
): boolean {
  if (candidate.dataset_key === dataset.dataset_key) return true;
  return (
    dataset.dataset_type === 'zipcode' &&
    candidate.dataset_key === dataset.parent_dataset_key &&
    candidate.zip_code === dataset.dataset_key
  );
}
