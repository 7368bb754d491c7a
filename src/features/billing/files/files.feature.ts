import type { Feature } from '../../../app/feature.ts';
import { AnnouncedFiles } from './announced-files.service.ts';
import { FileContents } from './file-contents.service.ts';
import { fileDecider } from './file.decider.ts';
import { fileEvents } from './file.events.ts';
import { fileProcess } from './file.process.ts';
import { fileProjection, type FileDocument } from './file.projection.ts';
import { FileSpaceController } from './file-space.controller.ts';
import { FileSpace } from './file-space.service.ts';
import { FilesController } from './files.controller.ts';
import { fileHandlers } from './files.handlers.ts';
import { FilePresenter, FileQueries, FileReader } from './files.queries.ts';
import { Logos } from './logos.service.ts';
import { MediaController } from './media.controller.ts';
import { PartUrls } from './part-urls.service.ts';
import { FilePartsController } from './parts.controller.ts';
import { UploadParts } from './upload-parts.service.ts';

export const files: Feature = {
  controllers: [FilesController, FilePartsController, FileSpaceController, MediaController],
  providers: [
    AnnouncedFiles,
    FileContents,
    FilePresenter,
    FileQueries,
    FileReader,
    FileSpace,
    Logos,
    PartUrls,
    UploadParts,
    ...fileHandlers,
  ],
  events: fileEvents,
  deciders: [fileDecider],
  projections: [fileProjection],
  processes: [fileProcess],
  states: { file: fileProjection },
  ledger: { entities: { file: { projection: fileProjection, name: ({ name }: FileDocument) => name } } },
};
