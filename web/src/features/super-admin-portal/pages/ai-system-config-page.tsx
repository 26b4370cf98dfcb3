import { Page } from '../../../shared/ui/page.tsx';
import { NotSetUp } from '../components/not-set-up.tsx';

/** /SuperAdminPortal/ai-system-config: nothing is measured before the assistant answers. */
export function Component() {
  return (
    <Page title="AI System Configuration" subtitle="The models of the assistant and what they use.">
      <NotSetUp
        parts={[
          ['Model usage', 'Tokens and cost are counted once the assistant answers with a model.'],
          ['Answer quality', 'Answers are rated once there are some.'],
          ['Cache', 'Its hit rate is measured once answers are cached.'],
        ]}
      />
    </Page>
  );
}
