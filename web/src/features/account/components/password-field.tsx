import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** One's own password, again: whoever changes how an account opens gives it. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      data-autofocus
      {...props}
    />
  );
}
