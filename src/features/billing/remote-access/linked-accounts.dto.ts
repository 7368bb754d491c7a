import { ApiProperty } from '@nestjs/swagger';
import type { RemotePlatformName } from './remote-access.rules.ts';

/** An account of a customer, for the seller. */
export class CustomerLinkedAccount {
  @ApiProperty({ enum: ['discord', 'github'] })
  platform: RemotePlatformName;
  account_id: string;
  username: string | null;
  linked_at: string;
}

export class CustomerLinkedAccounts {
  items: CustomerLinkedAccount[];
}
