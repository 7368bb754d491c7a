import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../../app/reading/documents.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { equalTo, anyOf, search } from '../../../../app/http/lists/filters.ts';
import { pageOf, type ListRequest, type ListSpec, type Page } from '../../../../app/http/lists/list.ts';
import type { Sort, Where } from '../../../../kernel/ports/document-store.ts';
import { labelOf } from './system-event.rules.ts';
import { OWNER_FILTERS, SOURCES } from './usage-events.request.ts';
import { UsageOwners } from '../usage-owners.service.ts';
import { usageNameId, usageNameProjection, type UsageNameDocument } from './usage-name.projection.ts';
import type { EventType, UsageEventName } from '../usage.dto.ts';

export const usageNameList: ListSpec = {
  sorting: { name: 'name_lower', occurrences: 'occurrences', first_seen: 'first_seen', last_seen: 'last_seen' },
  defaultSorting: ['-last_seen'],
  filters: { ...OWNER_FILTERS, query: search('name_lower'), source: anyOf('source', SOURCES) },
};

/** Nobody labels an event type: its label is its name. */
export const eventTypeList: ListSpec = { ...usageNameList, sorting: { ...usageNameList.sorting, label: 'name_lower' } };

type Owner = keyof typeof OWNER_FILTERS;

/** The names of usage events, with how often and when they occurred. */
@Injectable()
export class UsageNameQueries {
  constructor(
    private readonly documents: Documents,
    private readonly owners: UsageOwners,
  ) {}

  async list(list: ListRequest, caller: Caller): Promise<Page<UsageEventName>> {
    return this.presented(list, caller, present);
  }

  async types(list: ListRequest, caller: Caller): Promise<Page<EventType>> {
    return this.presented(list, caller, typeOf);
  }

  private async presented<T>(
    list: ListRequest,
    caller: Caller,
    shown: (name: UsageNameDocument) => T,
  ): Promise<Page<T>> {
    const { items, pagination } = await this.found(list, caller);
    return { items: items.map(shown), pagination };
  }

  private async found(list: ListRequest, caller: Caller): Promise<Page<UsageNameDocument>> {
    const of = (field: Owner) => equalTo(list.where, field);
    const named = { customerIds: of('customer_id'), externalCustomerIds: of('external_customer_id') };
    const scope = narrowedTo(list.organizationIds, caller);
    const owners = await this.owners.named(named, scope === 'any' ? [] : scope.organizationIds);
    const where = list.where.filter((one) => !isAboutOwner(one));
    const keys = owners ?? [''];
    if (keys.length === 1) return this.page(list, [{ eq: ['owner', keys[0]!] }, ...where], caller);
    // Of a customer with two keys, a name has two documents.
    const all = await this.documents.all(
      usageNameProjection,
      { where: { and: [{ in: ['owner', keys] }, ...where] } },
      scope,
    );
    const names = merged(all).sort(inOrder(list.sort));
    return pageOf(names.slice(list.skip, list.skip + list.limit), names.length, list.limit);
  }

  private async page(list: ListRequest, where: readonly Where[], caller: Caller): Promise<Page<UsageNameDocument>> {
    const { items, total } = await this.documents.list(usageNameProjection, { ...list, where }, caller);
    return pageOf(items, total, list.limit);
  }
}

function isAboutOwner(where: Where): boolean {
  const field = 'eq' in where ? where.eq[0] : 'in' in where ? where.in[0] : '';
  return field in OWNER_FILTERS;
}

/** One per source and name. */
function merged(documents: readonly UsageNameDocument[]): UsageNameDocument[] {
  const byName = new Map<string, UsageNameDocument>();
  for (const document of documents) {
    const key = `${document.source} ${document.name}`;
    const known = byName.get(key);
    byName.set(key, known ? sumOf(known, document) : document);
  }
  return [...byName.values()];
}

function sumOf(one: UsageNameDocument, other: UsageNameDocument): UsageNameDocument {
  return {
    ...one,
    occurrences: one.occurrences + other.occurrences,
    first_seen: one.first_seen < other.first_seen ? one.first_seen : other.first_seen,
    last_seen: one.last_seen > other.last_seen ? one.last_seen : other.last_seen,
  };
}

function inOrder(sort: readonly Sort[]): (one: UsageNameDocument, other: UsageNameDocument) => number {
  return (one, other) => {
    for (const { field, direction } of [...sort, { field: 'id', direction: sort[0]!.direction }]) {
      const [a, b] = [one[field as keyof UsageNameDocument], other[field as keyof UsageNameDocument]];
      if (a !== b) return a < b === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };
}

function present({ name, source, occurrences, first_seen, last_seen }: UsageNameDocument): UsageEventName {
  return { name, label: labelOf(name, source), source, occurrences, first_seen, last_seen };
}

/** Whichever customer is asked about, it is the organization's. */
function typeOf(document: UsageNameDocument): EventType {
  const { organization_id, source, name } = document;
  return {
    id: usageNameId(organization_id, source, '', name),
    created_at: document.first_seen,
    modified_at: null,
    label_property_selector: null,
    organization_id,
    ...present(document),
  };
}
