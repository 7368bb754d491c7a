import { BrokenRule, demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

const NAME = 'simulated';
const PAGE = 100;

/** What a seller's program has reported, each event under a number of its own. */
interface Reported {
  seller: Seller;
  next: number;
  /** Acknowledged: counted once, for ever. */
  sure: Set<number>;
}

/** Sellers' programs, which report usage, and report it again when they got no answer, or by mistake. */
export class SimulatedUsage implements Cast {
  private readonly programs = new Map<Seller, Reported>();

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  readonly actions = [{ name: 'report usage', weight: 4, run: () => this.report() }];

  readonly invariants = [() => this.checkEvents()];

  private async report(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const program = this.programOf(seller);
    const { random } = this.world;
    const first = program.next;
    program.next += random.between(1, 8);
    const fresh = Array.from({ length: program.next - first }, (_, n) => first + n);
    const again = first > 0 ? Array.from({ length: random.between(0, 4) }, () => random.between(0, first - 1)) : [];
    const numbers = [...fresh, ...again];
    const events = numbers.map((n) => ({
      name: NAME,
      external_customer_id: `buyer-${n % 5}`,
      external_id: `event-${n}`,
      metadata: { n },
    }));
    const answer = await seller.api.call('POST', '/v1/events/ingest', { events });
    demand(answer, 'a report of usage', 200, 409);
    if (answer.status !== 200) return;
    const { inserted, duplicates } = answer.body as { inserted: number; duplicates: number };
    const known = new Set(again.filter((n) => program.sure.has(n))).size;
    if (inserted + duplicates !== events.length || inserted > new Set(numbers).size - known)
      throw new BrokenRule('a report counts each event once', { numbers, inserted, duplicates });
    for (const n of numbers) program.sure.add(n);
  }

  private programOf(seller: Seller): Reported {
    const known = this.programs.get(seller) ?? { seller, next: 0, sure: new Set<number>() };
    this.programs.set(seller, known);
    return known;
  }

  private async checkEvents(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { seller, next, sure } of this.programs.values()) {
      const counts = new Map<number, number>();
      for (let page = 1, pages = 1; page <= pages; page++) {
        const path = `/v1/events/?name=${NAME}&limit=${PAGE}&page=${page}`;
        const found = await seller.api.get<Listed>(path);
        if (!found) return;
        pages = found.pagination.max_page;
        for (const { metadata } of found.items) counts.set(metadata.n, (counts.get(metadata.n) ?? 0) + 1);
        if (page === pages && found.pagination.total_count !== (page - 1) * PAGE + found.items.length)
          wrong.push({ total: found.pagination });
      }
      for (let n = 0; n < next; n++)
        if ((counts.get(n) ?? 0) > 1 || (sure.has(n) && !counts.has(n))) wrong.push({ n, count: counts.get(n) });
    }
    demandNone('every usage event that was acknowledged is listed once, and no event twice', wrong);
  }
}

interface Listed {
  items: { metadata: { n: number } }[];
  pagination: { total_count: number; max_page: number };
}
