import { BackLink } from '../components/back-link.tsx';
import { ForgotPasswordForm } from '../components/forgot-password-form.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useForgotPassword } from '../use-forgot-password.ts';

/** Forgot password, for staff. */
export function Component() {
  const { form } = useForgotPassword('staff');
  return (
    <SignInLayout
      title="Forgot Password"
      subtitle="Enter your email to receive password reset instructions"
      back={<BackLink to="/login" />}
    >
      <ForgotPasswordForm label="Next" {...form} />
    </SignInLayout>
  );
}
