import { Anchor } from '@mantine/core';
import { BackLink } from '../components/back-link.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useForgot } from '../use-forgot.ts';

/** Client login, with the forgot-password card. */
export function Component() {
  const forgot = useForgot('client');
  if (forgot.isOpen) {
    return (
      <SignInLayout
        title="Reset Password"
        subtitle="Enter your email to receive password reset instructions"
        back={<BackLink to="/login-selection" />}
      >
        <ForgotForm label="Send Reset Instructions" {...forgot.form} />
        <Anchor component="button" type="button" size="sm" mt="md" onClick={forgot.close}>
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
      <SignInForm userKind="client" notice={forgot.notice}>
        <Anchor component="button" type="button" size="sm" onClick={forgot.open}>
          Forgot Password?
        </Anchor>
      </SignInForm>
    </SignInLayout>
  );
}
