import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookProgress } from '../../../src/features/delivery/webhooks/sending/webhook-progress.service.ts';
import { NoSlot, WebhookSlots } from '../../../src/features/delivery/webhooks/sending/webhook-slots.service.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { closeReceivers, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { seller, type Seller } from '../../support/webhooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await closeReceivers();
});

/** Receives, and answers nothing until then. */
async function hangingReceiver() {
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const hook = await startReceiver(() => answered.then(() => ({ status: 200 })));
  return { hook, answer };
}

async function listenOften({ listen }: Seller, url: string, count: number): Promise<string[]> {
  const endpoints = Array.from({ length: count }, () => listen(url, ['product.created']));
  return (await Promise.all(endpoints)).map(({ id }) => id);
}

describe('endpoints that hang', () => {
  it('have a part of the requests of a process, and others’ messages are sent meanwhile', async () => {
    const [hanging, prompt] = [await seller(app), await seller(app)];
    const { hook, answer } = await hangingReceiver();
    await listenOften(hanging, hook.url, 36);
    const { url, received } = await startReceiver();
    await prompt.listen(url, ['product.created']);
    await hanging.product();
    await until(() => hook.received.length === 32, 'the whole part');
    await prompt.product();
    await until(() => received.length === 1, 'the webhook of another organization');
    expect(hook.received).toHaveLength(32);
    answer();
    await until(() => hook.received.length === 36, 'the rest');
  });

  it('do not hold up other endpoints of their organization once they are known', async () => {
    const one = await seller(app);
    const { hook, answer } = await hangingReceiver();
    const slowAt = app.clock.machineNow();
    for (const id of await listenOften(one, hook.url, 10)) {
      const row = await app.app.get(WebhookProgress).open(id);
      await row.update((progress) => ({ ...progress, slowAt }));
    }
    const { url, received } = await startReceiver();
    await one.listen(url, ['product.created']);
    await one.product();
    await until(() => received.length === 1 && hook.received.length === 8, 'the webhook, and the part of slow ones');
    await one.product();
    await until(() => received.length === 2, 'the next webhook');
    expect(hook.received).toHaveLength(8);
    answer();
    await until(() => hook.received.length === 20, 'the rest');
  });
});

describe('the slots of webhooks', () => {
  const never = () => new Promise<never>(() => undefined);
  const settled = () => new Promise(setImmediate);

  it('leave endpoints that answer promptly free, however many organizations have endpoints that hang', async () => {
    const slots = new WebhookSlots();
    let refused = 0;
    const hang = (organizationId: string) =>
      slots
        .run(organizationId, () => slots.call(organizationId, true, 0, never))
        .catch((error: unknown) => (refused += Number(error instanceof NoSlot)));
    for (let n = 0; n < 1_000; n++) void hang(`organization ${n % 50}`);
    await settled();
    expect(refused).toBe(1_000 - 64 - 128);
    const call = () => slots.call('organization 1', false, 0, () => Promise.resolve('answered'));
    expect(await slots.run('organization 1', call)).toBe('answered');
  });

  it('refuse what waits when the program stops', async () => {
    const slots = new WebhookSlots();
    const call = () => slots.run('one', () => slots.call('one', true, 0, never));
    for (let n = 0; n < 8; n++) void call();
    const waiting = call();
    await settled();
    slots.beforeApplicationShutdown();
    await expect(waiting).rejects.toBeInstanceOf(NoSlot);
  });
});
