import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { benefitStream, type BenefitEvent } from './benefit.events.ts';
import { benefitProjection, type BenefitDocument } from './benefit.projection.ts';
import type { Benefit, BenefitPublic } from './benefits.dto.ts';

export type { BenefitDocument } from './benefit.projection.ts';

export class GetBenefit extends Query<Benefit> {
  constructor(
    readonly benefitId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class ListBenefits extends Query<Page<Benefit>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

@Injectable()
export class BenefitPresenter {
  present(document: BenefitDocument): Benefit {
    const { metadata, properties } = document;
    return { ...this.presentPublic(document), metadata, properties };
  }

  /** Without what is between the seller and those who have it. */
  presentPublic({
    id,
    created_at,
    modified_at,
    type,
    description,
    selectable,
    deletable,
    organization_id,
  }: BenefitDocument): BenefitPublic {
    return { id, created_at, modified_at, type, description, selectable, deletable, organization_id };
  }
}

@Injectable()
export class BenefitReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** Benefits as the read model has them, deleted ones too. */
  find(ids: Iterable<string>): Promise<Map<string, BenefitDocument>> {
    return this.documents.getMany(benefitProjection, ids, 'any');
  }

  /** Those of the ids, in their order, that are benefits now and not deleted: folded from their streams, to decide by. */
  async live(ids: readonly string[]): Promise<BenefitDocument[]> {
    const streams = await Promise.all(ids.map((id) => this.executor.load<BenefitEvent>(benefitStream(id), 'any')));
    return streams
      .map((events) => project(benefitProjection, events))
      .filter((document) => document !== undefined)
      .filter(({ deleted_at }) => deleted_at === null);
  }
}

@QueryHandler(GetBenefit)
export class GetBenefitHandler implements IQueryHandler<GetBenefit> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: BenefitPresenter,
  ) {}

  async execute({ benefitId, caller }: GetBenefit): Promise<Benefit> {
    const document = await this.documents.get(benefitProjection, benefitId, 'any');
    if (!document || document.deleted_at !== null || !caller.organizationIds.includes(document.organization_id))
      throw new NotFound();
    return this.presenter.present(document);
  }
}

@QueryHandler(ListBenefits)
export class ListBenefitsHandler implements IQueryHandler<ListBenefits> {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: BenefitPresenter,
  ) {}

  async execute({ list, caller }: ListBenefits): Promise<Page<Benefit>> {
    const where = [{ eq: ['deleted_at', null] as [string, null] }, ...list.where];
    const query = findIn(caller, { ...list, where });
    const { items, total } = await this.documents.find(benefitProjection, query, 'any');
    return pageOf(
      items.map((item) => this.presenter.present(item)),
      total,
      list.limit,
    );
  }
}
