import { ApiProperty } from '@nestjs/swagger';

export class MeterQuantity {
  /** Start of the hour, day, week, month or year. */
  timestamp: string;
  @ApiProperty({ type: 'number', format: 'double' })
  quantity: number;
}

export class MeterQuantities {
  /** One for each period of the range; 0 if nothing was measured in it. */
  quantities: MeterQuantity[];
  /** Of all events in these periods. */
  @ApiProperty({ type: 'number', format: 'double' })
  total: number;
}

export class MeterThisMonth {
  meter_id: string;
  @ApiProperty({ type: 'number', format: 'double' })
  quantity: number;
}

/** What meters have measured since the month began, in UTC. */
export class MetersThisMonth {
  meters: MeterThisMonth[];
}
