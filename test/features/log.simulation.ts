import { claimStream, type Claim, type Owns } from '../../src/kernel/writing/claim.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { demandNone, type Cast } from '../simulation/cast.ts';
import type { World } from '../simulation/world.ts';

/** Rules of the log and of everything that is built from it, whatever the features. */
export class SimulatedLog implements Cast {
  readonly actions = [];

  constructor(private readonly world: World) {}

  readonly invariants = [() => this.checkClaims(), () => this.checkReadModels()];

  private async checkReadModels(): Promise<void> {
    const { differences, skipped } = await this.world.compare();
    demandNone('read models equal what a rebuild makes', differences);
    demandNone('every read model is built', skipped);
  }

  /** A claim that an owner has confirmed is of a value that its stream has, and every value that a stream has is claimed so. */
  private async checkClaims(): Promise<void> {
    const owns: Readonly<Record<string, Owns>> = Object.assign({}, ...this.world.features.map(({ claims }) => claims));
    const streams = new Map<string, Recorded<DomainEvent>[]>();
    const mentioned = new Map<string, { owner: string; claim: Claim }>();
    for (const event of await this.world.events()) {
      streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
      for (const [field, claim] of Object.entries(event.data as object))
        if (field.endsWith('Claim') && isClaim(claim))
          mentioned.set(`${event.stream} ${claimStream(claim)}`, { owner: event.stream, claim });
    }
    const wrong: string[] = [];
    for (const { owner, claim } of mentioned.values()) {
      const has = owns[claim.kind]!(streams.get(owner)!, claim);
      const isConfirmed = confirmedBy(streams.get(claimStream(claim)) ?? []) === owner;
      if (has !== isConfirmed)
        wrong.push(`${owner} ${has ? 'has' : 'does not have'} a value whose ${claimStream(claim)} says otherwise`);
    }
    demandNone('claims and the streams of their owners agree', wrong);
  }
}

function confirmedBy(events: readonly Recorded<DomainEvent>[]): string | undefined {
  const last = events.at(-1);
  return last?.type === 'ClaimConfirmed' ? (last.data as { owner: string }).owner : undefined;
}

function isClaim(value: unknown): value is Claim {
  return typeof value === 'object' && value !== null && 'kind' in value && 'digest' in value;
}
