import { type RunningProduct, sendClient, signIn } from '../product.ts';

const AT_ONCE = 4;

/** A steady flow of commands from a few clients until it is stopped. */
interface Flow {
  stop(): Promise<{ acknowledged: number; rejected: number }>;
}

export async function startFlow(product: RunningProduct): Promise<Flow> {
  const access = { url: product.url, token: await signIn(product) };
  const counts = { acknowledged: 0, rejected: 0 };
  let isRunning = true;
  const sendCommands = async (number: number) => {
    for (let n = 0; isRunning; n++) {
      const body = { name: `Flow ${number} ${n}`, primary_domain: `flow-${number}-${n}.example` };
      const { ok } = await sendClient(access, body);
      counts[ok ? 'acknowledged' : 'rejected']++;
    }
  };
  const senders = Array.from({ length: AT_ONCE }, (_, number) => sendCommands(number));
  return {
    async stop() {
      isRunning = false;
      await Promise.all(senders);
      return counts;
    },
  };
}
