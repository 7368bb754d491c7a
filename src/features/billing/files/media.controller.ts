import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SendsBytes } from '../../../app/http/api.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { FileContents } from './file-contents.service.ts';
import { FileReader } from './files.queries.ts';

/** Pictures that everybody may see: media of products, and avatars. */
@Controller('media')
export class MediaController {
  constructor(
    private readonly files: FileReader,
    private readonly contents: FileContents,
  ) {}

  /** The bytes of a picture. The name is for people, and may be any. */
  @Get(':id/:name')
  @SendsBytes()
  async get(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = await this.files.public(id.toLowerCase());
    if (!file) throw new NotFound();
    await this.contents.sendPublic(file, request, reply);
  }
}
