import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import type { DiscountEvent } from '../../../src/features/billing/discounts/discount.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

/** A discount as it was last acknowledged. */
interface Discount {
  id: string;
  seller: Seller;
  /** A deletion was begun: whether it was done is only known if it was answered. */
  fate: 'kept' | 'maybe deleted' | 'deleted';
}

interface Shown {
  id: string;
  code: string | null;
  max_redemptions: number | null;
  redemptions_count: number;
}

/** Few, so that sellers want the same ones at the same time. */
export const CODES = ['SPRING', 'spring', 'Summer', 'SUMMER', 'AUTUMN'];

/** Sellers who offer discounts, move codes from one to another and delete them. */
export class SimulatedDiscounts implements Cast {
  private readonly discounts: Discount[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'create a discount', weight: 2, run: () => this.create() },
    { name: 'change the code of a discount', weight: 2, run: () => this.recode() },
    { name: 'delete a discount', weight: 1, run: () => this.remove() },
  ];

  readonly invariants = [() => this.checkDiscounts(), () => this.checkRedemptions()];

  async prologue(): Promise<void> {
    while (this.discounts.length < 4) await this.create();
  }

  /** One that may have been deleted. */
  anyOf(seller: Seller): string | undefined {
    const own = this.discounts.filter((discount) => discount.seller === seller);
    return own.length > 0 ? this.world.random.pick(own).id : undefined;
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    const value = random.chance(0.5) ? { type: 'fixed', amount: 500 } : { type: 'percentage', basis_points: 2_000 };
    const duration = random.pick([
      { duration: 'once' },
      { duration: 'forever' },
      { duration: 'repeating', duration_in_months: random.between(1, 4) },
    ]);
    const [code, max_redemptions] = [random.pick([null, ...CODES]), random.pick([null, 1, 3])];
    const body = { name: 'Discount', ...value, ...duration, code, max_redemptions };
    const answer = await seller.api.call('POST', '/v1/discounts/', body);
    // 422: another discount has the code.
    demand(answer, 'the creation of a discount', 201, 409, 422);
    if (answer.status === 201) this.discounts.push({ id: (answer.body as Shown).id, seller, fate: 'kept' });
  }

  private async recode(): Promise<void> {
    const discount = this.any();
    if (!discount) return;
    const code = this.world.random.pick([null, ...CODES]);
    const answer = await discount.seller.api.call('PATCH', `/v1/discounts/${discount.id}`, { code });
    demand(answer, 'a change of a code', 200, 404, 409, 422);
  }

  private async remove(): Promise<void> {
    const discount = this.any();
    if (!discount) return;
    if (discount.fate === 'kept') discount.fate = 'maybe deleted';
    const answer = await discount.seller.api.call('DELETE', `/v1/discounts/${discount.id}`);
    demand(answer, 'the deletion of a discount', 204, 404, 409);
    if (answer.status === 204) discount.fate = 'deleted';
  }

  private any(): Discount | undefined {
    return this.discounts.length > 0 ? this.world.random.pick(this.discounts) : undefined;
  }

  private async checkDiscounts(): Promise<void> {
    const wrong: unknown[] = [];
    const owners = new Map<string, string>();
    for (const { id, seller, fate } of this.discounts) {
      const found = await seller.api.get<Shown & { organization_id: string }>(`/v1/discounts/${id}`);
      if (found ? fate === 'deleted' : fate === 'kept') wrong.push({ id, fate, found });
      if (!found) continue;
      if (found.redemptions_count > (found.max_redemptions ?? Infinity)) wrong.push(found);
      if (found.code === null) continue;
      const code = `${found.organization_id} ${found.code.toLowerCase()}`;
      if (owners.has(code)) wrong.push({ id, other: owners.get(code), code });
      owners.set(code, id);
    }
    demandNone('every discount is as it was acknowledged, no two share a code, and none exceeds its maximum', wrong);
  }

  private async checkRedemptions(): Promise<void> {
    const held = new Map<string, Map<string, string>>();
    const redeemed = new Map<string, Set<string>>();
    const most = new Map<string, number | null>();
    const confirmed = new Map<string, string>();
    const wrong: unknown[] = [];
    for (const event of await this.world.events<CheckoutEvent | DiscountEvent>()) {
      const { type, data } = event;
      if (type === 'CheckoutConfirmStarted' && data.discount) confirmed.set(data.checkoutId, data.discount.discountId);
      if (type === 'CheckoutConfirmFailed' || type === 'CheckoutReopened') confirmed.delete(data.checkoutId);
      if (type === 'DiscountCreated') {
        held.set(data.discountId, new Map());
        redeemed.set(data.discountId, new Set());
      }
      if (type === 'DiscountCreated' || (type === 'DiscountUpdated' && data.maxRedemptions !== undefined))
        most.set(data.discountId, data.maxRedemptions ?? null);
      if (type !== 'RedemptionReserved' && type !== 'RedemptionReleased' && type !== 'DiscountRedeemed') continue;
      const own = held.get(data.discountId)!;
      const used = redeemed.get(data.discountId)!;
      // A confirm that was cut off may reserve once more after its end: releasing that leaves what was redeemed.
      if (type === 'DiscountRedeemed') used.add(data.checkoutId);
      if (type === 'RedemptionReserved') own.set(data.checkoutId, data.attempt);
      else if (type === 'DiscountRedeemed' || own.get(data.checkoutId) === data.attempt) own.delete(data.checkoutId);
      if (own.size + used.size > (most.get(data.discountId) ?? Infinity))
        wrong.push({ discount: data.discountId, held: [...own], redeemed: [...used] });
    }
    demandNone('no discount is ever held and redeemed more often than it may', wrong);
    for (const { id, seller } of this.discounts) {
      const wanted = [...confirmed].filter(([, discount]) => discount === id).map(([checkout]) => checkout);
      const kept = [...(held.get(id)?.keys() ?? []), ...(redeemed.get(id) ?? [])];
      const shown = (await seller.api.get<Shown>(`/v1/discounts/${id}`))?.redemptions_count ?? kept.length;
      if (wanted.sort().join() !== kept.sort().join() || shown !== kept.length) wrong.push({ id, wanted, kept, shown });
    }
    demandNone('a redemption is held exactly for each checkout that is confirmed with the discount', wrong);
  }
}
