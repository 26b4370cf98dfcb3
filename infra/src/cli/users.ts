import type { clientAdminsResponse, staffResponse } from '@landline/api/identity/users/contract';
import type { Command } from 'commander';
import type { z } from 'zod';
import { openApi } from './connection.ts';
import { printJson, printTable } from './output.ts';

/** Adds `users list`, which prints staff and the users of all clients. */
export function addUserCommands(program: Command): void {
  program
    .command('users')
    .description('list the users')
    .command('list')
    .description("list staff and clients' users")
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const api = await openApi();
      const { staff } = await api.call<z.infer<typeof staffResponse>>('GET', '/api/staff');
      const { admins } = await api.call<z.infer<typeof clientAdminsResponse>>(
        'GET',
        '/api/client-admin/get-all-client-admins',
      );
      const users = [
        ...staff.map(({ email, firstName, lastName, role, active, pending, twoFactor, lastLogin }) => ({
          email,
          name: `${firstName} ${lastName}`.trim(),
          role: role as string,
          client: null,
          can_sign_in: active && !pending,
          two_factor: twoFactor,
          last_login: lastLogin,
        })),
        ...admins.map(
          ({ email, first_name, last_name, client_name, client_active, active, two_factor, last_login }) => ({
            email,
            name: `${first_name} ${last_name}`.trim(),
            role: 'ClientUser',
            client: client_name,
            can_sign_in: active && client_active,
            two_factor,
            last_login,
          }),
        ),
      ];
      if (json) printJson(users);
      else printTable(users);
    });
}
