import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROCESS_GROUPS, type ProcessGroup } from '../../src/kernel/reacting/groups.ts';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import type { Deployment } from '../support/deployment.ts';
import type { Program } from '../support/program.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { polar } from '../support/sellers.ts';
import { until } from '../support/until.ts';

const WITHIN_MS = 60_000;
/** A lease of six seconds, and time to notice on a busy machine. */
const TAKEN_OVER_MS = 60_000;
/** Each of them waits up to six times. */
const TEST_MS = 7 * WITHIN_MS;

interface Ready {
  processGroups: { group: ProcessGroup; leading: boolean }[];
}

/** One of the two workers is killed, and started again. */
export function describeGroups(deployed: () => Deployment): void {
  describe('as two workers,', () => {
    let deployment: Deployment;
    let receiver: Receiver;
    let seller: ReturnType<typeof polar>;
    let workers: Program[];

    beforeAll(async () => {
      deployment = deployed();
      receiver = await startReceiver();
      workers = deployment.withRole('worker');
      seller = await openSeller(deployment.withRole('api')[0]!, receiver);
    }, 2 * WITHIN_MS);
    afterAll(() => receiver.close());

    it(
      'share the groups of processes evenly',
      async () => {
        await untilShared(workers);
        await untilDelivered('shared');
        expect(await deployment.behind()).toEqual([]);
        const { output } = await workers[0]!.operate('processes', 'status');
        expect(output).toMatch(/^webhooks .* current/m);
        expect(output).toMatch(/^renewal .* current/m);
        expect(output).toMatch(/^user-claims .* current/m);
      },
      TEST_MS,
    );

    it(
      'take over the groups of one that is killed, and share them again with the next',
      async () => {
        const [killed, other] = workers as [Program, Program];
        await killed.kill();
        await until(async () => (await ledBy(other)).length === PROCESS_GROUPS.length, 'all groups', TAKEN_OVER_MS);
        await untilDelivered('alone');
        await killed.start();
        await untilShared(workers);
        await untilDelivered('shared again');
        expect(await deployment.behind()).toEqual([]);
      },
      TEST_MS,
    );

    async function untilShared(programs: readonly Program[]): Promise<void> {
      let led: ProcessGroup[][] = [];
      const areShared = async () => {
        led = await Promise.all(programs.map(ledBy));
        return led.every(({ length }) => length === 2) && new Set(led.flat()).size === 4;
      };
      await until(areShared, 'both to lead two groups each', WITHIN_MS);
    }

    /** All processes have handled the write, and the webhook about it has been received. */
    async function untilDelivered(name: string): Promise<void> {
      await seller.products.create({ name, recurringInterval: 'month', prices: [{ amountType: 'free' }] });
      const received = async () => receiver.received.filter(({ body }) => body.includes(`"${name}"`)).length === 1;
      await until(received, 'the webhook to be received', WITHIN_MS);
      await deployment.caughtUp(WITHIN_MS);
    }
  });
}

async function ledBy({ url }: Program): Promise<ProcessGroup[]> {
  const { processGroups } = (await (await fetch(`${url}/readyz`)).json()) as Ready;
  return processGroups.filter(({ leading }) => leading).map(({ group }) => group);
}

async function openSeller(api: Program, { url }: Receiver): Promise<ReturnType<typeof polar>> {
  const { cookie } = await signUp(api, { email: 'petra@shop.example', name: 'Petra' });
  const { id } = await createOrganization(api, cookie, { slug: 'petra' });
  const { token } = await tokenOf(api, cookie, id, 'products:write', 'webhooks:write');
  await fetch(`${api.url}/v1/webhooks/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ url, format: 'raw', events: ['product.created'] }),
  });
  return polar(api.url, token);
}
