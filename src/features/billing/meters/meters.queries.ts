import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { SearchedEntity } from '../../../app/reading/related-search.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { meterStream, type MeterEvent } from './meter.events.ts';
import { filterOf, meterProjection, type MeterDocument } from './meter.projection.ts';
import type { Meter } from './meters.dto.ts';

/** Finds what is counted by the name of its meter. */
export const searchedMeters: SearchedEntity = {
  projection: meterProjection,
  key: 'meter_id',
  fields: ['name_lower'],
  order: ['created_at'],
};

/** What meters measure has no unit of its own. */
export const PLAIN_NUMBERS = { unit: 'scalar', custom_label: null, custom_multiplier: null } as const;

@Injectable()
export class MeterPresenter {
  present(document: MeterDocument): Meter {
    const { id, created_at, modified_at, metadata, name, aggregation, organization_id, frozen_at } = document;
    const definition = { filter: filterOf(document), aggregation };
    const about = { id, created_at, modified_at, metadata, name, ...PLAIN_NUMBERS, ...definition, organization_id };
    return { ...about, archived_at: null, frozen_at };
  }

  presentAll(documents: readonly MeterDocument[]): Meter[] {
    return documents.map((document) => this.present(document));
  }
}

@Injectable()
export class MeterReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** By the ids that documents of an authorized caller name. */
  find(ids: Iterable<string>): Promise<Map<string, MeterDocument>> {
    return this.documents.getMany(meterProjection, ids, 'any');
  }

  /** Those of the scope. */
  within(ids: Iterable<string>, scope: TenantScope): Promise<Map<string, MeterDocument>> {
    return this.documents.getMany(meterProjection, ids, scope);
  }

  /** The same; those that the read model lacks are folded. */
  named(ids: Iterable<string>): Promise<Map<string, MeterDocument>> {
    return this.documents.named(meterProjection, ids, (id) => this.folded(id, 'any'));
  }

  /** All that an organization measures with. */
  ofOrganization(organizationId: string): Promise<MeterDocument[]> {
    return this.documents.all(meterProjection, {}, { organizationIds: [organizationId] });
  }

  /** Folded from its stream, for decisions; undefined if it does not exist in the scope. */
  async folded(meterId: string, scope: TenantScope): Promise<MeterDocument | undefined> {
    return project(meterProjection, await this.executor.load<MeterEvent>(meterStream(meterId), scope));
  }
}

@Injectable()
export class MeterQueries extends resource(meterProjection, MeterPresenter) {}
