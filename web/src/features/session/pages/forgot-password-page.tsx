import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FrontDoor } from '../components/front-door.tsx';

export function Component() {
  return (
    <FrontDoor title="Forgot Password">
      <Text mt="xs">
        Passwords cannot be reset by e-mail here. Ask the person who runs this installation for a new one.
      </Text>
      <Anchor component={Link} to="/login" mt="lg" style={{ display: 'inline-block' }}>
        Back to Login
      </Anchor>
    </FrontDoor>
  );
}
