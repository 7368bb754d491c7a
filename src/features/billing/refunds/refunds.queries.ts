import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customersByExternalId } from '../customers/customers.queries.ts';
import { refundProjection, type RefundDocument } from './refund.projection.ts';
import type { Refund } from './refunds.dto.ts';

@Injectable()
export class RefundPresenter {
  present({ next_call_at, subjects, ...refund }: RefundDocument): Refund {
    return { ...refund, dispute: null };
  }

  presentAll(documents: readonly RefundDocument[]): Refund[] {
    return documents.map((document) => this.present(document));
  }
}

@Injectable()
export class RefundQueries extends resource(refundProjection, RefundPresenter, { named: customersByExternalId }) {}

@Injectable()
export class RefundReader {
  constructor(private readonly documents: Documents) {}

  find(id: string): Promise<RefundDocument | undefined> {
    return this.within(id, 'any');
  }

  /** One refund, if it is within a scope. */
  within(id: string, scope: TenantScope): Promise<RefundDocument | undefined> {
    return this.documents.get(refundProjection, id, scope);
  }

  /** Of an order within a scope, the oldest first. */
  ofOrder(orderId: string, scope: TenantScope): Promise<RefundDocument[]> {
    const sort = [{ field: 'created_at', direction: 'asc' }] as const;
    return this.documents.all(refundProjection, { where: { eq: ['order_id', orderId] }, sort }, scope);
  }
}
