import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Password input with a labeled reveal button; by default for the current password. */
export const AccountPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    {...props}
  />
);
