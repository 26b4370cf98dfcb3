import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

type Command = ({ type: 'issue' } & EventData<'OperatorTokenIssued'>) | { type: 'revoke' };
type TokenState = { readonly token_id: string; readonly isRevoked: boolean } | undefined;

/** A token with which the command line operates an installation. */
export const operatorTokenDecider: Decider<
  TokenState,
  Command,
  DomainEvent<'OperatorTokenIssued' | 'OperatorTokenRevoked'>
> = {
  initialState: undefined,
  evolve(state, { type, data: { token_id } }) {
    return { token_id, isRevoked: type === 'OperatorTokenRevoked' || (state?.isRevoked ?? false) };
  },
  decide(command, state) {
    if (command.type === 'issue')
      return state ? [] : [{ type: 'OperatorTokenIssued', data: dataOf(command) }];
    if (!state) throw notFound('OPERATOR_TOKEN_UNKNOWN');
    return state.isRevoked ? [] : [{ type: 'OperatorTokenRevoked', data: { token_id: state.token_id } }];
  },
};
