import { ClientPage } from '../../features/clients/clients/pages/client-page.tsx';
import { ClientDatasetAccess } from '../../features/property/dataset-access/components/client-dataset-access.tsx';

export const Component = () => <ClientPage DatasetAccess={ClientDatasetAccess} />;
