import { BackLink } from '../components/back-link.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { useForgot } from '../use-forgot.ts';

/** 'Forgot Password' of staff. */
export function Component() {
  const { form } = useForgot('staff');
  return (
    <FrontDoor
      title="Forgot Password"
      subtitle="Enter your email to receive password reset instructions"
      back={<BackLink to="/login" />}
    >
      <ForgotForm label="Next" {...form} />
    </FrontDoor>
  );
}
