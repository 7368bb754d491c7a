import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

/** A meter as it was last acknowledged. */
interface Meter {
  id: string;
  seller: Seller;
  /** How often it was renamed: its name says so. */
  edition: number;
}

/** Sellers who define what they count. */
export class SimulatedMeters implements Cast {
  private readonly meters: Meter[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'create a meter', weight: 0.5, run: () => this.create() },
    { name: 'rename a meter', weight: 0.5, run: () => this.rename() },
  ];

  readonly invariants = [() => this.checkMeters()];

  anyOf(seller: Seller): string | undefined {
    const own = this.meters.filter((meter) => meter.seller === seller);
    return own.length > 0 ? this.world.random.pick(own).id : undefined;
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
    const body = { name: 'Meter 0', filter, aggregation: { func: 'count' } };
    const answer = await seller.api.call('POST', '/v1/meters/', body);
    demand(answer, 'the creation of a meter', 201, 409);
    if (answer.status === 201) this.meters.push({ id: (answer.body as { id: string }).id, seller, edition: 0 });
  }

  private async rename(): Promise<void> {
    if (this.meters.length === 0) return;
    const meter = this.world.random.pick(this.meters);
    const edition = (meter.edition += 1);
    const answer = await meter.seller.api.call('PATCH', `/v1/meters/${meter.id}`, { name: `Meter ${edition}` });
    demand(answer, 'a change of a meter', 200, 409);
  }

  private async checkMeters(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { id, seller, edition } of this.meters) {
      const found = await seller.api.get<{ name: string }>(`/v1/meters/${id}`);
      // Renames at the same time may have ended in another order.
      if (!found || Number(found.name.split(' ')[1]) > edition) wrong.push({ id, edition, found });
    }
    demandNone('every meter that was acknowledged exists, under a name that it was given', wrong);
  }
}
