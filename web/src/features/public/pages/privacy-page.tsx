import { LegalPage } from '../legal/legal-page.tsx';
import { PRIVACY } from '../legal/privacy.tsx';

/** /privacy-policy (spec 000 §2). */
export function Component() {
  return (
    <LegalPage
      title="Privacy Policy"
      updated="July 14, 2025"
      lead="Which personal information we collect, why, for how long, and what you can ask of us."
      sections={PRIVACY}
    />
  );
}
