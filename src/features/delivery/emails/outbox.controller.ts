import { Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SandboxController } from '../../../app/http/api.ts';
import { OutboxMailDto, OutboxQueryDto } from './outbox.dto.ts';
import { ReadOutbox } from './outbox.queries.ts';

@SandboxController('outbox')
export class OutboxController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  list(@Query() { to, kind }: OutboxQueryDto): Promise<OutboxMailDto[]> {
    return this.queries.execute(new ReadOutbox(to, kind));
  }
}
