import { IsOptional, IsString } from 'class-validator';

/** Opens the invoice for ten minutes, without credentials. */
export class OrderInvoice {
  url: string;
}

/** Opens the credit note for ten minutes, without credentials. */
export class RefundCreditNote {
  url: string;
}

/** What a signed link consists of. */
export class SignedLinkQuery {
  @IsOptional()
  @IsString()
  expires?: string;
  @IsOptional()
  @IsString()
  signature?: string;
}
