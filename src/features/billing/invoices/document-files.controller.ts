import { Get, Header, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { Answers, BillingController, Public } from '../../../app/http/api.ts';
import { Id } from '../../../app/http/validation.ts';
import { InvoiceLinks } from './invoice-links.service.ts';
import { SignedLinkQuery } from './invoices.dto.ts';
import { Invoices, type DocumentFile } from './invoices.service.ts';

const PDF = { schema: { type: 'string', format: 'binary' } };

/** Where links to invoices lead. The link itself is the permission. */
@BillingController('invoices')
export class InvoiceFilesController {
  constructor(
    private readonly links: InvoiceLinks,
    private readonly invoices: Invoices,
  ) {}

  /** The invoice of an order, by the order's id. */
  @Get(':id/pdf')
  @Public()
  @Answers(403, 404, 410)
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @Header('Cache-Control', 'private, no-store')
  async get(@Id() id: string, @Query() link: SignedLinkQuery): Promise<StreamableFile> {
    this.links.check('invoice', id, link);
    return sent(await this.invoices.invoiceFile(id));
  }
}

/** Where links to credit notes lead. */
@BillingController('credit-notes')
export class CreditNoteFilesController {
  constructor(
    private readonly links: InvoiceLinks,
    private readonly invoices: Invoices,
  ) {}

  /** The credit note of a refund, by the refund's id. */
  @Get(':id/pdf')
  @Public()
  @Answers(403, 404, 410)
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @Header('Cache-Control', 'private, no-store')
  async get(@Id() id: string, @Query() link: SignedLinkQuery): Promise<StreamableFile> {
    this.links.check('credit_note', id, link);
    return sent(await this.invoices.creditNoteFile(id));
  }
}

function sent({ name, bytes }: DocumentFile): StreamableFile {
  const disposition = `attachment; filename="${name}"`;
  return new StreamableFile(bytes, { type: 'application/pdf', disposition, length: bytes.length });
}
