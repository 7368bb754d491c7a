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
const CODES = ['SPRING', 'spring', 'Summer', 'SUMMER', 'AUTUMN'];

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

  readonly invariants = [() => this.checkDiscounts()];

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    const value = random.chance(0.5) ? { type: 'fixed', amount: 500 } : { type: 'percentage', basis_points: 2_000 };
    const duration = random.pick([{ duration: 'once' }, { duration: 'repeating', duration_in_months: 3 }]);
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
}
