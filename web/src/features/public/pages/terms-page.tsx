import { LegalPage } from '../legal/legal-page.tsx';
import { TERMS } from '../legal/terms.tsx';

/** /terms-of-use (spec 000 §2). */
export function Component() {
  return (
    <LegalPage
      title="Terms of Use"
      updated="July 14, 2025"
      lead="What you may expect of us when you use the service, and what we expect of you."
      sections={TERMS}
    />
  );
}
