import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FilesModule } from '../files/files.module.ts';
import { GrantsModule } from '../grants/grants.module.ts';
import { CustomerDownloadQueries } from './customer-downloads.queries.ts';
import { DownloadCounts } from './download-counts.service.ts';
import { DownloadLinks } from './download-links.service.ts';
import { DownloadsDashboardController } from './downloads-dashboard.controller.ts';
import { DownloadsController } from './downloads.controller.ts';
import { Downloads } from './downloads.service.ts';

@Module({
  imports: [FilesModule, GrantsModule],
  controllers: [DownloadsController, DownloadsDashboardController],
  providers: [CustomerDownloadQueries, DownloadCounts, DownloadLinks, Downloads],
  exports: [DownloadCounts, DownloadLinks],
})
export class DownloadsModule {}

/** Files that customers have bought (docs/BILLING.md#downloads). */
export const downloads: Feature = { module: DownloadsModule };
