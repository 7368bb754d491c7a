import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { GuildTokens } from '../remote-access/guild-tokens.service.ts';
import { benefitStream, type BenefitEvent } from './benefit.events.ts';
import { benefitProjection, type BenefitDocument } from './benefit.projection.ts';
import type { Benefit, BenefitPublic } from './benefits.dto.ts';

@Injectable()
export class BenefitPresenter {
  constructor(private readonly tokens: GuildTokens) {}

  present(document: BenefitDocument): Benefit {
    const { metadata, properties, organization_id } = document;
    const guild_token = 'guild_id' in properties && this.tokens.sign(properties.guild_id, organization_id);
    const shown = guild_token ? { ...properties, kick_member: false, guild_token } : properties;
    const seen = { visibility: 'public', visibility_configurable: false };
    return { ...common(document), ...seen, metadata, properties: shown } as Benefit;
  }

  presentAll(documents: readonly BenefitDocument[]): Benefit[] {
    return documents.map((document) => this.present(document));
  }

  /** The public part, without metadata and without the note to customers who have the benefit. */
  presentPublic(document: BenefitDocument): BenefitPublic {
    const { properties } = document;
    if (!('meter_id' in properties)) return common(document);
    return { ...common(document), properties: { units: properties.units, meter_id: properties.meter_id } };
  }
}

function common(document: BenefitDocument): Omit<BenefitPublic, 'properties'> {
  const { id, created_at, modified_at, type, description, selectable, deletable, deleted_at, organization_id } =
    document;
  const is_deleted = deleted_at !== null;
  return { id, created_at, modified_at, type, description, selectable, deletable, is_deleted, organization_id };
}

@Injectable()
export class BenefitReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** By the ids that documents of an authorized caller name; includes deleted ones. */
  find(ids: Iterable<string>): Promise<Map<string, BenefitDocument>> {
    return this.documents.getMany(benefitProjection, ids, 'any');
  }

  /** The same; those that the read model lacks are folded. */
  named(ids: Iterable<string>): Promise<Map<string, BenefitDocument>> {
    return this.documents.named(benefitProjection, ids, async (id) =>
      project(benefitProjection, await this.executor.load<BenefitEvent>(benefitStream(id), 'any')),
    );
  }

  /** Folded from its stream, for decisions; includes deleted ones. */
  async folded(benefitId: string, scope: TenantScope): Promise<BenefitDocument | undefined> {
    return project(benefitProjection, await this.executor.load<BenefitEvent>(benefitStream(benefitId), scope));
  }

  /** Benefits that exist and are not deleted, in the given order; folded from their streams, for decisions. */
  async live(ids: readonly string[], scope: TenantScope): Promise<BenefitDocument[]> {
    const streams = await Promise.all(ids.map((id) => this.executor.load<BenefitEvent>(benefitStream(id), scope)));
    return streams
      .map((events) => project(benefitProjection, events))
      .filter((document) => document !== undefined)
      .filter(({ deleted_at }) => deleted_at === null);
  }
}

@Injectable()
export class BenefitQueries extends resource(benefitProjection, BenefitPresenter, {
  where: { eq: ['deleted_at', null] },
  isHidden: ({ deleted_at }) => deleted_at !== null,
}) {}
