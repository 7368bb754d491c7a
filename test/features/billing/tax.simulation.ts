import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

interface Rate {
  id: string;
  seller: Seller;
  percent: string;
}

interface Shown {
  id: string;
  country: string;
  state: string | null;
  name: string;
  percent: string;
  starts_on: string;
  ends_on: string | null;
}

const PATH = '/api/dashboard/tax-rates';

/** Sellers whose taxes change while their customers buy. */
export class SimulatedTaxes implements Cast {
  private readonly rates: Rate[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'add a tax rate', weight: 1, run: () => this.add() },
    { name: 'end a tax rate', weight: 0.5, run: () => this.end() },
  ];

  readonly invariants = [() => this.checkRates()];

  private async add(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    const place = random.pick([{ country: 'DE' }, { country: 'DE' }, { country: 'CA', state: 'QC' }]);
    const body = { ...place, name: random.pick(['VAT', 'Levy']), percent: random.pick(['19', '7', '9.975']) };
    const answer = await seller.api.call('POST', PATH, body);
    // 422: the place has a rate of this name.
    demand(answer, 'a new tax rate', 201, 409, 422);
    if (answer.status !== 201) return;
    const { id, percent } = answer.body as Shown;
    this.rates.push({ id, seller, percent });
  }

  private async end(): Promise<void> {
    if (this.rates.length === 0) return;
    const { id, seller } = this.world.random.pick(this.rates);
    const answer = await seller.api.call('POST', `${PATH}/${id}/end`, {});
    // 422: it has ended already.
    demand(answer, 'the end of a tax rate', 200, 404, 409, 422);
  }

  private async checkRates(): Promise<void> {
    const wrong: unknown[] = [];
    for (const seller of this.organizations.sellers) {
      const { items = [] } = (await seller.api.get<{ items: Shown[] }>(`${PATH}?limit=100`)) ?? {};
      const shown = new Map(items.map((rate) => [rate.id, rate]));
      for (const { id, percent } of this.rates.filter((rate) => rate.seller === seller))
        if (shown.get(id)?.percent !== percent && items.length < 100) wrong.push({ id, percent, shown: shown.get(id) });
      const placed = new Set<string>();
      for (const { country, state, name, ends_on } of items) {
        if (ends_on !== null) continue;
        const place = `${country} ${state} ${name}`;
        if (placed.has(place)) wrong.push({ seller: seller.slug, place });
        placed.add(place);
      }
    }
    demandNone('every tax rate is as it was acknowledged, and a place has one of a name at a time', wrong);
  }
}
