import { Inject, Injectable } from '@nestjs/common';
import { SignedLinks, type LinkParameters } from '../../../app/http/callers/signed-links.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { DocumentKind } from './invoice.events.ts';

const VALID_SECONDS = 600;
const PURPOSE = 'invoices';
const PATHS: Readonly<Record<DocumentKind, string>> = { invoice: 'invoices', credit_note: 'credit-notes' };

/** Signed links to invoices and credit notes: each opens one, for ten minutes of machine time. */
@Injectable()
export class InvoiceLinks {
  constructor(
    private readonly links: SignedLinks,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param id of the order of an invoice, or the refund of a credit note */
  urlOf(kind: DocumentKind, id: string): string {
    const expiresAt = addSeconds(this.clock.machineNow(), VALID_SECONDS);
    const parameters = new URLSearchParams({ ...this.links.sign(PURPOSE, ['GET', kind, id], expiresAt) });
    return `${this.config.baseUrl}/v1/${PATHS[kind]}/${id}/pdf?${parameters}`;
  }

  /**
   * @throws DomainError 403 it is not a link of ours
   * @throws DomainError 410 it has expired
   */
  check(kind: DocumentKind, id: string, link: LinkParameters): void {
    this.links.check(PURPOSE, ['GET', kind, id], link, 'ask for a new one');
  }
}
