import { Anchor } from '@mantine/core';
import { BackLink } from '../components/back-link.tsx';
import { ForgotPasswordForm } from '../components/forgot-password-form.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useForgotPassword } from '../use-forgot-password.ts';

/** Client login, with the forgot-password card. */
export function Component() {
  const forgotPassword = useForgotPassword('client');
  if (forgotPassword.isOpen) {
    return (
      <SignInLayout
        title="Reset Password"
        subtitle="Enter your email to receive password reset instructions"
        back={<BackLink to="/login-selection" />}
      >
        <ForgotPasswordForm label="Send Reset Instructions" {...forgotPassword.form} />
        <Anchor component="button" type="button" size="sm" mt="md" onClick={forgotPassword.close}>
          Back to Login
        </Anchor>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout
      title="Client Login"
      subtitle="Sign in to access your dashboard"
      back={<BackLink to="/login-selection" />}
    >
      <SignInForm userKind="client" notice={forgotPassword.form.notice}>
        <Anchor component="button" type="button" size="sm" onClick={forgotPassword.open}>
          Forgot Password?
        </Anchor>
      </SignInForm>
    </SignInLayout>
  );
}
