import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import type { SavedMethodEvent } from '../../../src/features/billing/saved-methods/saved-method.events.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { ApiClient, demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

interface Listed {
  items: { id: string }[];
}

const CARDS = [
  ...['ctoken_ok', 'ctoken_ok', 'ctoken_renewal_declined', 'ctoken_pending'],
  ...['ctoken_requires_action', 'ctoken_declined'],
];
/** Declined, used by a subscription, unknown meanwhile, or after too many attempts; the session has ended with its customer. */
const REFUSED = [400, 401, 403, 404, 409, 422, 429];
const PATH = '/v1/customer-portal/customers/me/payment-methods';

/** Customers who open the portal to add a card, to choose which one is charged, and to remove the others. */
export class SimulatedSavedMethods implements Cast {
  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'add a card in the portal', weight: 2, run: () => this.add() },
    { name: 'choose a card in the portal', weight: 1, run: () => this.choose() },
    { name: 'remove a card in the portal', weight: 1, run: () => this.remove() },
  ];

  readonly invariants = [() => this.checkCharged(), () => this.checkShown()];

  private async add(): Promise<void> {
    const portal = await this.enter();
    const { random } = this.world;
    const body = { confirmation_token_id: random.pick(CARDS), set_default: random.chance(0.6) };
    const answer = await portal?.call('POST', PATH, { ...body, return_url: 'https://example.com/portal' });
    if (answer) demand(answer, 'adding a card', 201, ...REFUSED);
  }

  private async choose(): Promise<void> {
    const portal = await this.enter();
    const id = portal && (await this.anyOf(portal));
    if (id === undefined) return;
    demand(await portal!.call('POST', `${PATH}/${id}/default`), 'choosing a card', 200, ...REFUSED);
  }

  private async remove(): Promise<void> {
    const portal = await this.enter();
    const id = portal && (await this.anyOf(portal));
    if (id === undefined) return;
    demand(await portal!.call('DELETE', `${PATH}/${id}`), 'removing a card', 204, ...REFUSED);
  }

  /** As any customer of any organization; undefined if it has none. */
  private async enter(): Promise<ApiClient | undefined> {
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<Listed>('/v1/customers/?limit=100');
    if (!list || list.items.length === 0) return undefined;
    const { id: customer_id } = this.world.random.pick(list.items);
    const session = await seller!.api.call('POST', '/v1/customer-sessions/', { customer_id });
    demand(session, 'a session of a customer', 201, 404, 409, 422);
    return session.status === 201 ? new ApiClient(this.world, (session.body as { token: string }).token) : undefined;
  }

  private async anyOf(portal: ApiClient): Promise<string | undefined> {
    const list = await portal.get<Listed>(`${PATH}/?limit=100`);
    return list && list.items.length > 0 ? this.world.random.pick(list.items).id : undefined;
  }

  private async checkCharged(): Promise<void> {
    const removed = new Map<string, string>();
    const late = new Set<string>();
    const wrong: unknown[] = [];
    for (const { type, data, metadata } of await this.world.events<SavedMethodEvent | PaymentEvent>()) {
      if (type === 'PaymentMethodRemoved') removed.set(data.paymentMethodId, addDays(metadata.occurredAt, 1));
      if (type === 'PaymentMethodSaved' && removed.has(data.paymentMethodId)) wrong.push(data);
      // Not at the same time.
      if (type === 'PaymentRequested' && (removed.get(data.paymentMethodId) ?? '9') < metadata.occurredAt)
        late.add(data.paymentId);
      if (type === 'PaymentSucceeded' && late.has(data.paymentId)) wrong.push(data);
    }
    demandNone('a card that was removed is neither charged nor saved again', wrong);
  }

  private async checkShown(): Promise<void> {
    const cards = new Map<string, { organizationId: string; saved: Set<string>; defaultId: string | undefined }>();
    for (const { type, data } of await this.world.events<SavedMethodEvent>()) {
      if (type !== 'PaymentMethodSaved' && type !== 'DefaultPaymentMethodChosen' && type !== 'PaymentMethodRemoved')
        continue;
      const { customerId, organizationId, paymentMethodId: id } = data;
      const of = cards.get(customerId) ?? { organizationId, saved: new Set(), defaultId: undefined };
      cards.set(customerId, of);
      if (type === 'PaymentMethodSaved') of.saved.add(id);
      if (type === 'PaymentMethodRemoved') of.saved.delete(id);
      if (type === 'DefaultPaymentMethodChosen' || (type === 'PaymentMethodSaved' && data.isDefault)) of.defaultId = id;
      if (type === 'PaymentMethodRemoved' && of.defaultId === id) of.defaultId = undefined;
    }
    const wrong: unknown[] = [];
    for (const [customerId, { organizationId, saved, defaultId }] of cards) {
      const seller = this.organizations.sellers.find((one) => one.organizationId === organizationId);
      const session = await seller?.api.call('POST', '/v1/customer-sessions/', { customer_id: customerId });
      // Of a customer who has been deleted, or of an organization whose creation was not acknowledged.
      if (session?.status !== 201) continue;
      const portal = new ApiClient(this.world, (session.body as { token: string }).token);
      const shown = await portal.get<{ items: { id: string; default: boolean }[] }>(`${PATH}/?limit=100`);
      const chosen = shown?.items.filter((card) => card.default).map(({ id }) => id);
      const isRight =
        shown?.items.length === saved.size &&
        shown.items.every(({ id }) => saved.has(id)) &&
        chosen?.join() === (defaultId ?? '');
      if (!isRight) wrong.push({ customerId, saved: [...saved], defaultId, shown });
    }
    demandNone('the portal shows the cards that were saved, and which of them is charged', wrong);
  }
}
