import { Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { fileDecider } from './file.decider.ts';
import { fileStream } from './file.events.ts';

/** Files whose upload is under way, for somebody who has a link to upload a part. */
@Injectable()
export class AnnouncedFiles {
  constructor(private readonly executor: Executor) {}

  /**
   * @returns the organization whose file it is
   * @throws NotFound it was deleted
   * @throws DomainError 409 it is uploaded
   */
  async demand(fileId: string): Promise<string> {
    const { state } = await this.executor.state(fileDecider, fileStream(fileId), 'any');
    if (state.status === 'uploaded')
      throw new DomainError('ResourceAlreadyExists', 'The upload of this file is complete', 409);
    if (state.status !== 'announced') throw new NotFound();
    return state.organizationId;
  }
}
