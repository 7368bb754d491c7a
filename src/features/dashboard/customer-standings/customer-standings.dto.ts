import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsUUID } from 'class-validator';
import { ReadAs } from '../../../app/http/dto.ts';
import { OrderCurrencyTotal } from '../../billing/orders/orders.dto.ts';
import { CUSTOMER_STANDINGS, type Standing } from './customer-standing.rules.ts';

/** Of one page of customers. */
export const MOST_CUSTOMERS = 100;

export class CustomerStandingsQuery {
  @IsUUID()
  organization_id: string;

  /** Of at most 100 customers. */
  @ReadAs((value) => (typeof value === 'string' ? [value] : value))
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_CUSTOMERS)
  @IsUUID(undefined, { each: true })
  customer_id: string[];
}

export class CustomerStanding {
  customer_id: string;
  /** What needs attention first: `none` if the customer has never subscribed. */
  @ApiProperty({ enum: CUSTOMER_STANDINGS })
  subscription: Standing;
  /** Paid orders, those that were refunded included. */
  orders: number;
  /** The totals of these orders, one per currency. */
  spent: OrderCurrencyTotal[];
}

export class CustomerStandings {
  items: CustomerStanding[];
}
