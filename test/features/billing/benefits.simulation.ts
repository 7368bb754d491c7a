import type { BenefitEvent, BenefitProperties } from '../../../src/features/billing/benefits/benefit.events.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import type { LicenseKeyEvent } from '../../../src/features/billing/license-keys/license-key.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand, isKnown } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';
import type { SimulatedFiles } from './files.simulation.ts';
import type { SimulatedProducts } from './products.simulation.ts';

type Held = Extract<GrantEvent, { type: 'BenefitGranted' }>['data'];

/** What is asked for with license keys: `usage` is sure, `maybe` may have been counted as well. */
interface Used {
  usage: number;
  maybe: number;
}

const USES = 20;
const DEVICES = 2;

/** Sellers who give products files and license keys, and software that activates and validates the keys. */
export class SimulatedBenefits implements Cast {
  private readonly benefits: { id: string; seller: Seller; files: string[] }[] = [];
  /** By key id. */
  private readonly used = new Map<string, Used>();

  constructor(
    private readonly world: World,
    private readonly cast: {
      organizations: SimulatedOrganizations;
      files: SimulatedFiles;
      products: SimulatedProducts;
    },
  ) {}

  readonly actions = [
    { name: 'create a benefit', weight: 0.5, run: () => this.create() },
    { name: 'change the benefits of a product', weight: 0.5, run: () => this.give() },
    { name: 'archive the files of a benefit, or not', weight: 0.5, run: () => this.archive() },
    { name: 'activate a license key', weight: 1, run: () => this.activate() },
    { name: 'validate a license key', weight: 1, run: () => this.validate() },
  ];

  readonly invariants = [() => this.checkGrants(), () => this.checkActivations(), () => this.checkUsage()];

  async prologue(): Promise<void> {
    while (this.benefits.length < 2) await this.create();
    for (let n = 0; n < 4; n++) await this.give();
  }

  private async create(): Promise<void> {
    const seller = this.cast.organizations.anySeller();
    if (!seller) return;
    const file = this.cast.files.anyOf(seller);
    const isKeys = file === undefined || this.world.random.chance(0.6);
    const keys = { activations: { limit: DEVICES }, limit_usage: USES };
    const benefit = isKeys
      ? { type: 'license_keys', description: 'Keys', properties: keys }
      : { type: 'downloadables', description: 'Files', properties: { files: [file] } };
    const answer = await seller.api.call('POST', '/v1/benefits/', benefit);
    // The file may have been deleted meanwhile.
    demand(answer, 'the creation of a benefit', 201, ...(isKeys ? [] : [422]));
    if (answer.status !== 201) return;
    const { id } = answer.body as { id: string };
    this.benefits.push({ id, seller, files: isKeys ? [] : [file] });
  }

  private async give(): Promise<void> {
    const product = this.cast.products.any();
    if (!product) return;
    const own = this.benefits.filter(({ seller }) => seller === product.seller);
    const benefits = own.filter(() => this.world.random.chance(0.7)).map(({ id }) => id);
    const answer = await product.seller.api.call('POST', `/v1/products/${product.id}/benefits`, { benefits });
    demand(answer, 'the benefits of a product', 200, 409);
  }

  private async archive(): Promise<void> {
    const withFiles = this.benefits.filter(({ files }) => files.length > 0);
    if (withFiles.length === 0) return;
    const { id, seller, files } = this.world.random.pick(withFiles);
    const archived = { [files[0]!]: this.world.random.chance(0.5) };
    const body = { type: 'downloadables', properties: { files, archived } };
    const answer = await seller.api.call('PATCH', `/v1/benefits/${id}`, body);
    demand(answer, 'a change of a benefit', 200, 409);
  }

  private async activate(): Promise<void> {
    const key = await this.anyKey();
    if (!key) return;
    const answer = await this.ask('activate', { ...key.named, label: 'Desk' });
    // Revoked, or activated as often as it may be.
    demand(answer, 'an activation', 200, 403, 404, 409, 429);
  }

  private async validate(): Promise<void> {
    const key = await this.anyKey();
    if (!key) return;
    const increment_usage = this.world.random.between(1, 5);
    const answer = await this.ask('validate', { ...key.named, increment_usage });
    // Revoked, or used up.
    demand(answer, 'a validation', 200, 400, 404, 429);
    const used = this.used.get(key.id) ?? { usage: 0, maybe: 0 };
    this.used.set(key.id, used);
    if (answer.status === 200) used.usage += increment_usage;
    else if (!isKnown(answer)) used.maybe += increment_usage;
  }

  private ask(call: string, body: object) {
    return this.world.request({ method: 'POST', path: `/v1/customer-portal/license-keys/${call}`, headers: {}, body });
  }

  private async anyKey() {
    const seller = this.cast.organizations.anySeller();
    const list = await seller?.api.get<{ items: { id: string; key: string }[] }>('/v1/license-keys/?limit=100');
    if (!seller || !list || list.items.length === 0) return undefined;
    const { id, key } = this.world.random.pick(list.items);
    return { id, named: { key, organization_id: seller.organizationId } };
  }

  /** Of the last events of each grant, benefit and key. */
  private async checkGrants(): Promise<void> {
    const benefits = new Map<string, BenefitProperties>();
    const held = new Map<string, Held>();
    const keys = new Map<string, boolean>();
    for (const { type, data } of await this.world.events<BenefitEvent | GrantEvent | LicenseKeyEvent>()) {
      if (type === 'BenefitCreated') benefits.set(data.benefitId, data.properties);
      if (type === 'BenefitUpdated' && data.properties) benefits.set(data.benefitId, data.properties);
      if (type === 'BenefitGranted' || type === 'BenefitGrantUpdated') held.set(data.grantId, data);
      if (type === 'BenefitGrantRevoked') held.delete(data.grantId);
      if (type === 'LicenseKeyIssued' || type === 'LicenseKeyTermsApplied') keys.set(data.licenseKeyId, true);
      if (type === 'LicenseKeyRevoked') keys.set(data.licenseKeyId, false);
    }
    const stale = [...held.values()].filter(({ benefitId, properties }) => {
      const benefit = benefits.get(benefitId);
      if (benefit?.type !== 'downloadables') return false;
      const active = benefit.files.filter((id) => benefit.archived[id] !== true);
      return active.join() !== properties.files?.join();
    });
    demandNone('every grant of files gives those that its benefit has now', stale);
    const live = new Set([...held.values()].flatMap(({ properties }) => properties.license_key_id ?? []));
    const wrong = [...live].filter((id) => keys.get(id) !== true);
    const left = [...keys].filter(([id, isGranted]) => isGranted && !live.has(id));
    demandNone('a license key works as long as its grant lasts', [...wrong, ...left]);
  }

  private async checkActivations(): Promise<void> {
    const active = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const { type, data } of await this.world.events<LicenseKeyEvent>()) {
      if (type !== 'LicenseKeyActivated') continue;
      const count = (active.get(data.licenseKeyId) ?? 0) + 1;
      active.set(data.licenseKeyId, count);
      if (count > DEVICES) wrong.push(data);
    }
    demandNone('no license key is activated more often than it may be', wrong);
  }

  private async checkUsage(): Promise<void> {
    const wrong: unknown[] = [];
    for (const seller of new Set(this.benefits.map((benefit) => benefit.seller))) {
      const list = await seller.api.get<{ items: { id: string; usage: number }[] }>('/v1/license-keys/?limit=100');
      for (const { id, usage } of list?.items ?? []) {
        const asked = this.used.get(id) ?? { usage: 0, maybe: 0 };
        if (usage < asked.usage || usage > Math.min(asked.usage + asked.maybe, USES)) wrong.push({ id, usage, asked });
      }
    }
    demandNone('the usage of a license key is what validations have used, and never over its limit', wrong);
  }
}
