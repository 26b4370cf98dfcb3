import { NeedHelp } from '../components/need-help.tsx';

/** Billing tab of the client portal: a support contact only (spec 000 §2). */
export function Billing() {
  return (
    <NeedHelp subject="Billing Support Request">
      For questions about your plan, invoices or payments, contact support.
    </NeedHelp>
  );
}
