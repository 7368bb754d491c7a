import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Commands } from '../../../src/app/commands.ts';
import { SettlePayment } from '../../../src/features/billing/payments/payment.commands.ts';
import { addDays, type Instant } from '../../../src/kernel/ports/clock.ts';
import { SeededRandom } from '../../simulation/random.ts';
import { portalOf } from '../../support/portal.ts';
import { seedOf, sized } from '../../support/seed.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const CUSTOMERS = sized({ gate: 6, soak: 60 });
const SEED = seedOf(0);
const DAYS = 60;
/** Until then, what the bank is still asked about has been settled. */
const PENDING_DAYS = 35;
const MOST_ADDED = 6;
/** The clock moves so many days at once. */
const LONGEST_STEP = 6;
/** Early enough to be before the last attempt is made. */
const IN_TIME = 13;
const METHODS = 'customers/me/payment-methods';
/** Each is saved; no renewal is paid with it. */
const BAD_CARDS = ['ctoken_renewal_declined', 'ctoken_renewal_declined', 'ctoken_renewal_pending'];
const PRICES = [
  { priceCurrency: 'usd', priceAmount: 2_000 },
  { priceCurrency: 'eur', priceAmount: 1_999 },
  { priceCurrency: 'jpy', priceAmount: 1_500 },
];

interface Card {
  id: string;
  default: boolean;
}

/** A customer whose renewal was declined, and who tries everything that the portal offers. */
interface Debtor {
  session: string;
  subscriptionId: string;
  random: SeededRandom;
  added: number;
  /** The day on which they add a card that works; undefined if they do not. */
  paysOn: number | undefined;
}

describe.each(['cancel', 'unpaid'] as const)(
  'a declined renewal of an organization that wants to %s',
  (unpaid_action) => {
    let shop: Shop;
    let declinedAt: Instant;
    const debtors: Debtor[] = [];
    const { ask, portal, customer, mailsTo } = portalOf(() => shop);

    const cardsOf = async ({ session }: Debtor) => (await portal(session, `${METHODS}/`)).body['items'] as Card[];
    async function add(debtor: Debtor, token: string, set_default: boolean): Promise<void> {
      debtor.added += 1;
      const body = { confirmation_token_id: token, set_default, return_url: shop.url };
      expect((await portal(debtor.session, METHODS, 'POST', body)).status).toBe(201);
      await shop.settled();
    }
    async function choose({ session }: Debtor, { id }: Card): Promise<void> {
      expect((await portal(session, `${METHODS}/${id}/default`, 'POST')).status).toBe(200);
      await shop.settled();
    }

    /** One of the things that somebody does with their cards. */
    async function tinker(debtor: Debtor): Promise<void> {
      const { random, session } = debtor;
      const cards = await cardsOf(debtor);
      const doing = random.pick(['add', 'choose', 'choose', 'toggle', 'remove', 'decline']);
      if (doing === 'add' && debtor.added < MOST_ADDED) return add(debtor, random.pick(BAD_CARDS), random.chance(0.7));
      if (doing === 'choose') return choose(debtor, random.pick(cards));
      if (doing === 'toggle') for (let n = 0; n < 3; n += 1) await choose(debtor, cards[n % cards.length]!);
      // Refused while it is the default.
      if (doing === 'remove') await portal(session, `${METHODS}/${random.pick(cards).id}`, 'DELETE');
      if (doing === 'decline' && debtor.added < MOST_ADDED) {
        debtor.added += 1;
        const body = { confirmation_token_id: 'ctoken_declined', set_default: true, return_url: shop.url };
        expect((await portal(session, METHODS, 'POST', body)).status).toBe(400);
      }
      await shop.settled();
    }

    /** The bank declines what it has been asked about. */
    async function settlePending(): Promise<void> {
      const { body } = await ask(shop.bearer, 'GET', '/v1/payments/?status=pending&limit=100');
      for (const { id } of body['items'] as { id: string }[]) {
        await shop.processor.settle(id, 'declined');
        await shop.app.get(Commands).execute(new SettlePayment({ paymentId: id }, shop.context()));
      }
      await shop.settled();
    }

    async function act(debtor: Debtor, days: number): Promise<void> {
      const { random, paysOn } = debtor;
      if (paysOn !== undefined && days >= paysOn) {
        if (debtor.added <= MOST_ADDED) await add(debtor, 'ctoken_ok', true);
        debtor.added = MOST_ADDED + 1;
        return;
      }
      for (let count = random.int(3); count > 0; count -= 1) await tinker(debtor);
    }

    const shownOf = async ({ session, subscriptionId }: Debtor) => {
      const { status } = (await portal(session, `subscriptions/${subscriptionId}`)).body;
      const orders = (await portal(session, 'orders/')).body['items'] as { status: string; voided_at: string | null }[];
      const owed = orders.filter((order) => order.status === 'pending' && order.voided_at === null).length;
      return { status, owed };
    };

    beforeAll(async () => {
      shop = await openShop();
      const billing_settings = {
        ...{ upgrade_behavior: null, downgrade_behavior: null },
        ...{ benefit_grace_days: 0, unpaid_action },
      };
      const path = `/v1/organizations/${shop.organizationId}`;
      expect((await ask(shop.bearer, 'PATCH', path, { billing_settings })).status).toBe(200);
      const products = [];
      for (const price of PRICES)
        products.push(
          await shop.seller.products.create({
            name: 'Plan',
            recurringInterval: 'month',
            prices: [{ amountType: 'fixed', ...price }],
          }),
        );
      for (let n = 0; n < CUSTOMERS; n += 1) {
        const { id } = products[n % products.length]!;
        const bought = await customer(id, 'ctoken_renewal_declined');
        const random = new SeededRandom(`debtor ${SEED + n}`);
        const paysOn = n % 3 === 2 ? random.int(unpaid_action === 'unpaid' ? PENDING_DAYS : IN_TIME) : undefined;
        debtors.push({ ...bought, random, added: 0, paysOn });
      }
      const { currentPeriodEnd } = await shop.seller.subscriptions.get({ id: debtors[0]!.subscriptionId });
      declinedAt = addDays(currentPeriodEnd!.toISOString(), 1);
      await shop.advanceTo(declinedAt);

      // One goes back and forth between two cards.
      const [first] = debtors;
      await add(first!, 'ctoken_renewal_declined', true);
      await shop.settled();
      const [newer, older] = await cardsOf(first!);
      for (const card of [older!, newer!, older!]) await choose(first!, card);

      const days = new SeededRandom(`days ${SEED}`);
      for (let day = 0; day < DAYS; day += 1 + days.int(LONGEST_STEP)) {
        await shop.advanceTo(addDays(declinedAt, day));
        if (day >= PENDING_DAYS || days.chance(0.4)) await settlePending();
        await Promise.all(debtors.slice(1).map((debtor) => act(debtor, day)));
        await shop.settled();
      }
      await settlePending();
      await shop.advanceTo(addDays(declinedAt, DAYS));
      await shop.settled();
    });
    afterAll(() => shop.close());

    it('is given up where no card works, whatever the customer does with their cards', async () => {
      const given = unpaid_action === 'cancel' ? { status: 'canceled', owed: 0 } : { status: 'unpaid', owed: 1 };
      for (const [n, debtor] of debtors.entries())
        if (debtor.paysOn === undefined)
          expect({ seed: SEED + n, ...(await shownOf(debtor)) }).toEqual({ seed: SEED + n, ...given });
    });

    it('is paid with the first card that works, also of an unpaid subscription', async () => {
      for (const [n, debtor] of debtors.entries())
        if (debtor.paysOn !== undefined)
          expect({ seed: SEED + n, ...(await shownOf(debtor)) }).toEqual({ seed: SEED + n, status: 'active', owed: 0 });
    });

    it('is followed by a receipt that names the next charge, like any other', async () => {
      for (const [n, { session, paysOn }] of debtors.entries()) {
        if (paysOn === undefined) continue;
        const { email } = (await portal(session, 'customers/me')).body as { email: string };
        const receipts = await mailsTo(email, 'receipt');
        expect([SEED + n, receipts.length >= 2]).toEqual([SEED + n, true]);
        for (const { text } of receipts) expect(text).toContain('Next charge on');
      }
    });
  },
);
