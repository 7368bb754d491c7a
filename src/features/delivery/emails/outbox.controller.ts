import { Get, Query } from '@nestjs/common';
import { SandboxController } from '../../../app/http/api.ts';
import { OutboxMailDto, OutboxQueryDto } from './outbox.dto.ts';
import { OutboxQueries } from './outbox.queries.ts';

@SandboxController('outbox')
export class OutboxController {
  constructor(private readonly outbox: OutboxQueries) {}

  @Get()
  list(@Query() query: OutboxQueryDto): Promise<OutboxMailDto[]> {
    return this.outbox.list(query);
  }
}
