import { type RunningProduct, signIn } from '../product.ts';

const AT_ONCE = 4;

/** A steady flow of commands from a few clients until it is stopped. */
interface Flow {
  stop(): Promise<{ acknowledged: number; rejected: number }>;
}

export async function startFlow(product: RunningProduct): Promise<Flow> {
  const token = await signIn(product);
  const counts = { acknowledged: 0, rejected: 0 };
  let flowing = true;
  const person = async (number: number) => {
    for (let n = 0; flowing; n++) {
      const { ok } = await send(product, token, `Flow ${number} ${n}`);
      counts[ok ? 'acknowledged' : 'rejected']++;
    }
  };
  const people = Array.from({ length: AT_ONCE }, (_, number) => person(number));
  return {
    async stop() {
      flowing = false;
      await Promise.all(people);
      return counts;
    },
  };
}

/** Adds a client and returns its id. */
export async function addClient(product: RunningProduct, name: string): Promise<string> {
  const response = await send(product, await signIn(product), name);
  if (!response.ok)
    throw new Error(`Creating a client returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

const send = ({ url }: RunningProduct, token: string, name: string) =>
  fetch(`${url}/api/ai/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, primary_domain: `${name.toLowerCase().replaceAll(' ', '-')}.example` }),
  });
