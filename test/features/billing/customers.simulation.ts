import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

interface Customer {
  id: string;
  seller: Seller;
  isDeleted: boolean;
}

/** Few, so that different callers want the same. */
const ADDRESSES = 15;

/** Sellers who create customers, change and delete them. */
export class SimulatedCustomers implements Cast {
  private readonly customers: Customer[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [
    { name: 'create a customer', weight: 2, run: () => this.create() },
    { name: 'change an email', weight: 2, run: () => this.change() },
    { name: 'delete a customer', weight: 0.5, run: () => this.remove() },
  ];

  readonly invariants = [() => this.checkCustomers()];

  /** An address that others may have, too. */
  address(): string {
    return `customer-${this.world.random.between(0, ADDRESSES)}@example.com`;
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const answer = await seller.api.call('POST', '/v1/customers/', { email: this.address(), name: 'Ada' });
    // 422: the address is taken.
    demand(answer, 'the creation of a customer', 201, 409, 422);
    if (answer.status !== 201) return;
    this.customers.push({ id: (answer.body as { id: string }).id, seller, isDeleted: false });
  }

  private async change(): Promise<void> {
    const customer = this.any();
    if (!customer) return;
    const answer = await customer.seller.api.call('PATCH', `/v1/customers/${customer.id}`, { email: this.address() });
    demand(answer, 'a change of an email', 200, 404, 409, 422);
  }

  private async remove(): Promise<void> {
    const customer = this.any();
    if (!customer) return;
    customer.isDeleted = true;
    const answer = await customer.seller.api.call('DELETE', `/v1/customers/${customer.id}`);
    demand(answer, 'deleting a customer', 204, 404, 409);
  }

  private any(): Customer | undefined {
    return this.customers.length > 0 ? this.world.random.pick(this.customers) : undefined;
  }

  private async checkCustomers(): Promise<void> {
    const missing: string[] = [];
    for (const { id, seller, isDeleted } of this.customers)
      if (!isDeleted && !(await seller.api.get(`/v1/customers/${id}`))) missing.push(id);
    demandNone('every customer that was acknowledged and not deleted exists', missing);
  }
}
