import { Tag } from './tag.tsx';

/** Status tag of an account or client. */
export const ActiveTag = ({ active }: { active: boolean }) => (
  <Tag tone={active ? 'good' : 'quiet'}>{active ? 'Active' : 'Inactive'}</Tag>
);
