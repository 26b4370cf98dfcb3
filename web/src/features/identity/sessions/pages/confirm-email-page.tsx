import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { MUTATION } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Button, ButtonLink } from '../../../../shared/ui/button.tsx';
import { LOGIN_PATHS } from '../../../platform/session/user.ts';
import { confirmEmail } from '../api/links.ts';
import classes from '../components/form.module.css';
import { SignInLayout } from '../components/sign-in-layout.tsx';

/** Confirms a changed email address. This takes a click on a button, because email scanners open links. */
export function Component() {
  const [search] = useSearchParams();
  const userKind = useLocation().pathname.toLowerCase().startsWith('/client/') ? 'client' : 'staff';
  const confirm = useMutation({ mutationFn: () => confirmEmail(userKind, search.get('token') ?? '') });
  if (confirm.isSuccess) {
    return (
      <SignInLayout title="Your email address is confirmed">
        <Text my="md">Password reset links now go to this address only.</Text>
        <ButtonLink to={LOGIN_PATHS[userKind]} size="md">
          Continue
        </ButtonLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout
      title="Confirm your email address"
      subtitle="Until you confirm it, password reset links also go to your previous address."
    >
      <div className={classes.form}>
        <ErrorNotice error={confirm.error} failed={MUTATION.failed} />
        <Button size="lg" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm email address
        </Button>
      </div>
    </SignInLayout>
  );
}
