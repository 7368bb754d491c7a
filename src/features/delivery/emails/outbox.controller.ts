import { Get, Query } from '@nestjs/common';
import { SandboxController } from '../../../app/http/api.ts';
import { OutboxMailDto, OutboxPageDto, OutboxPageQueryDto, OutboxQueryDto } from './outbox.dto.ts';
import { OutboxQueries } from './outbox.queries.ts';

@SandboxController('outbox')
export class OutboxController {
  constructor(private readonly outbox: OutboxQueries) {}

  @Get()
  list(@Query() query: OutboxQueryDto): Promise<OutboxMailDto[]> {
    return this.outbox.list(query);
  }

  @Get('page')
  page(@Query() query: OutboxPageQueryDto): Promise<OutboxPageDto> {
    return this.outbox.page(query);
  }
}
