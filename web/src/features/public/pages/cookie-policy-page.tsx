import { COOKIES } from '../legal/cookies.tsx';
import { LegalPage } from '../legal/legal-page.tsx';

/** /cookie-policy (spec 000 §2), with the preference manager among its sections. */
export function Component() {
  return (
    <LegalPage
      title="Cookie Policy"
      updated="July 14, 2025"
      lead="What we keep in your browser, and where you decide about it."
      sections={COOKIES}
    />
  );
}
