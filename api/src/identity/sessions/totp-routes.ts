import { DomainError } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { RateLimit } from '../../platform/metrics/record-request.ts';
import { ACCOUNT_KINDS, type AccountKind, confirmPassword, ownAccount } from '../account/own-account.ts';
import type { IdentityPorts } from '../ports.ts';
import { executeOnUser } from '../users/load-account.ts';
import {
  totpConfirmBody,
  totpConfirmedResponse,
  totpPasswordBody,
  totpResponse,
  totpSetupResponse,
} from './contract.ts';
import { base32, otpauthUrl } from './totp.ts';

/** Routes for the optional two-factor sign-in of staff and client users. */
export const totpRoutes = (ports: IdentityPorts): Route[] =>
  ACCOUNT_KINDS.flatMap((kind) => routesOf(ports, kind));

function routesOf(ports: IdentityPorts, { path, access }: AccountKind): Route[] {
  const { twoFactor, signInLimits, config } = ports;
  return [
    route.get(`${path}/totp`, {
      ...access,
      summary: 'Your two-factor sign-in status',
      response: totpResponse,
      async handle({ actor }) {
        const { hasTwoFactor: enabled, ref } = await ownAccount(ports, actor);
        return { enabled, recoveryCodesLeft: enabled ? await twoFactor.recoveryCodesLeft(ref.id) : 0 };
      },
    }),
    route.post(`${path}/totp`, {
      ...access,
      summary: 'Start enabling two-factor sign-in: a secret for an authenticator app',
      body: totpPasswordBody,
      response: totpSetupResponse,
      async handle({ body, actor, ctx }) {
        const account = await ownAccount(ports, actor);
        if (account.hasTwoFactor) throw alreadyOn();
        await confirmPassword(ports, ctx, account, body.password);
        const secret = await twoFactor.begin(account.ref.id);
        return {
          secret: base32(secret),
          otpauthUrl: otpauthUrl(secret, config.PRODUCT_NAME, account.email),
        };
      },
    }),
    route.post(`${path}/totp/confirm`, {
      ...access,
      summary: 'Enable two-factor sign-in with a code from the app',
      body: totpConfirmBody,
      response: totpConfirmedResponse,
      async handle({ body, actor, ctx, execute }) {
        const { hasTwoFactor, ref } = await ownAccount(ports, actor);
        if (hasTwoFactor) throw alreadyOn();
        ctx.state.rateLimit = 'sign_in' satisfies RateLimit;
        await signInLimits.countSecondFactorAttempt(ref.id);
        const recoveryCodes = await twoFactor.confirm(ref.id, body.code);
        if (!recoveryCodes) throw new DomainError('rule_broken', 'CODE_WRONG', 'The code is incorrect.');
        await signInLimits.recordSecondFactorSuccess(ref.id);
        await executeOnUser(execute, ref, { type: 'enable_two_factor' }, actor);
        return { success: true, message: 'Two-factor sign-in is on.', recoveryCodes };
      },
    }),
    route.post(`${path}/totp/disable`, {
      ...access,
      summary: 'Disable two-factor sign-in',
      body: totpPasswordBody,
      response: messageResponse,
      async handle({ body, actor, ctx, execute }) {
        const account = await ownAccount(ports, actor);
        await confirmPassword(ports, ctx, account, body.password);
        await executeOnUser(execute, account.ref, { type: 'disable_two_factor' }, actor);
        await twoFactor.remove(account.ref.id);
        return { success: true, message: 'Two-factor sign-in was turned off.' };
      },
    }),
  ];
}

const alreadyOn = () => new DomainError('conflict', 'TWO_FACTOR_ON', 'Two-factor sign-in is already on.');
