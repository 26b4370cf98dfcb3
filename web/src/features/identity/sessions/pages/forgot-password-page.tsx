import { BackLink } from '../components/back-link.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useForgot } from '../use-forgot.ts';

/** Forgot password, for staff. */
export function Component() {
  const { form } = useForgot('staff');
  return (
    <SignInLayout
      title="Forgot Password"
      subtitle="Enter your email to receive password reset instructions"
      back={<BackLink to="/login" />}
    >
      <ForgotForm label="Next" {...form} />
    </SignInLayout>
  );
}
