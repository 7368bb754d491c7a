import { Get, Query } from '@nestjs/common';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import { readOrganizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { readableSize } from './file.rules.ts';
import { FileSpaceDto, FileSpaceQuery } from './files.dto.ts';
import { FileSpace } from './file-space.service.ts';

/** How much an organization's files take of what they may. */
@DashboardController('file-space')
export class FileSpaceController {
  constructor(private readonly space: FileSpace) {}

  @Get()
  @Scopes('files:read', 'files:write')
  @Answers(404)
  async get(@Query() query: FileSpaceQuery, @CallerOf() caller: Caller): Promise<FileSpaceDto> {
    const organizationId = readOrganizationOf(caller, query.organization_id);
    if (organizationId === undefined) throw new NotFound();
    const { used, allowed } = await this.space.of(organizationId);
    return { used, used_readable: readableSize(used), allowed, allowed_readable: readableSize(allowed) };
  }
}
