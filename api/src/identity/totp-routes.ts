import { STAFF_ROLES, streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { done, totpAnswer, totpBegun, totpConfirmBody, totpConfirmed, totpPasswordBody } from './contract.ts';
import { confirmPassword, ownAccount } from './own-account.ts';
import { staffUser } from './staff-user.ts';
import { base32, otpauthUrl } from './totp.ts';

/** Two-factor sign-in of staff, who may turn it on for themselves. */
export function totpRoutes(deps: Deps): Route[] {
  const { twoFactor, signInLimits, config } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/auth/totp',
      may: STAFF_ROLES,
      summary: "Whether one's own two-factor sign-in is on",
      response: totpAnswer,
      async handle({ actor }) {
        const { hasTwoFactor: enabled, ref } = await ownAccount(deps, actor);
        return { enabled, recoveryCodesLeft: enabled ? await twoFactor.recoveryCodesLeft(ref.id) : 0 };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/totp',
      may: STAFF_ROLES,
      summary: 'Begin to turn two-factor sign-in on: a secret for an authenticator app',
      body: totpPasswordBody,
      response: totpBegun,
      async handle({ body, actor, ctx }) {
        const account = await ownAccount(deps, actor);
        if (account.hasTwoFactor) throw alreadyOn();
        await confirmPassword(deps, ctx, account, body.password);
        const secret = await twoFactor.begin(account.ref.id);
        return {
          secret: base32(secret),
          otpauthUrl: otpauthUrl(secret, config.PRODUCT_NAME, account.email),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/totp/confirm',
      may: STAFF_ROLES,
      summary: 'Turn two-factor sign-in on, with a code that shows that the app has the secret',
      body: totpConfirmBody,
      response: totpConfirmed,
      async handle({ body, actor, execute }) {
        const { hasTwoFactor, ref } = await ownAccount(deps, actor);
        if (hasTwoFactor) throw alreadyOn();
        await signInLimits.secondFactor(ref.id);
        const recoveryCodes = await twoFactor.confirm(ref.id, body.code);
        if (!recoveryCodes) throw new DomainError('rule_broken', 'CODE_WRONG', 'This code is not right.');
        await signInLimits.secondFactorSucceeded(ref.id);
        const stream = streams.staffUser(ref.id);
        await execute(staffUser, { stream, command: { type: 'enable_two_factor' } });
        return { success: true, message: 'Two-factor sign-in is on.', recoveryCodes };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/totp/disable',
      may: STAFF_ROLES,
      summary: 'Turn two-factor sign-in off',
      body: totpPasswordBody,
      response: done,
      async handle({ body, actor, ctx, execute }) {
        const account = await ownAccount(deps, actor);
        await confirmPassword(deps, ctx, account, body.password);
        const { id } = account.ref;
        await execute(staffUser, { stream: streams.staffUser(id), command: { type: 'disable_two_factor' } });
        await twoFactor.remove(id);
        return { success: true, message: 'Two-factor sign-in is off.' };
      },
    }),
  ];
}

const alreadyOn = () => new DomainError('conflict', 'TWO_FACTOR_ON', 'Two-factor sign-in is on already.');
