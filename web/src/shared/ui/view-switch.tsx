import { SegmentedControl } from '@mantine/core';
import { useScrolledTo } from './use-scrolled-to.ts';

interface ViewSwitchProps<View extends string> {
  label: string;
  views: readonly { value: View; label: string }[];
  view: View;
  onView: (view: View) => void;
}

/** Switches between views of a tab; scrolls sideways on a phone. */
export function ViewSwitch<View extends string>({ label, views, view, onView }: ViewSwitchProps<View>) {
  const bar = useScrolledTo<HTMLDivElement>(`[value="${view}"] + label`);
  return (
    <div ref={bar} style={{ overflowX: 'auto', marginBottom: 16 }}>
      <SegmentedControl aria-label={label} data={[...views]} value={view} onChange={onView} />
    </div>
  );
}
