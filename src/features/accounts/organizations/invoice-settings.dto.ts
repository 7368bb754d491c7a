import { applyDecorators } from '@nestjs/common';
import { IsEmail, IsOptional, IsString, MaxLength } from 'class-validator';
import { EmptyIsNull, MAX_NAME } from '../accounts.dto.ts';

const MAX_ADDRESS = 500;
const MAX_FOOTER = 500;

const IsPrinted = (maxLength: number): PropertyDecorator =>
  applyDecorators(EmptyIsNull(), IsOptional(), IsString(), MaxLength(maxLength));

/** Not in the contract: what invoices say about the seller. What is empty or missing is null. */
export class OrganizationInvoiceSettings {
  /** Instead of the organization's name. */
  @IsPrinted(MAX_NAME)
  legal_name?: string | null;
  /** In lines, as it is to be printed. */
  @IsPrinted(MAX_ADDRESS)
  address?: string | null;
  @IsPrinted(MAX_NAME)
  tax_id?: string | null;
  /** Instead of the organization's own. */
  @EmptyIsNull()
  @IsOptional()
  @IsEmail({}, { message: 'Input should be a valid email address' })
  email?: string | null;
  /** At the foot of each page, such as the company's register. */
  @IsPrinted(MAX_FOOTER)
  footer?: string | null;
}

export class InvoiceSettingsAnswer {
  legal_name: string | null;
  address: string | null;
  tax_id: string | null;
  email: string | null;
  footer: string | null;
}
