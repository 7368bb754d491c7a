import type { Feature } from '../../../app/feature.ts';
import { CustomerDownloadQueries } from './customer-downloads.queries.ts';
import { DownloadCounts } from './download-counts.service.ts';
import { DownloadLinks } from './download-links.service.ts';
import { DownloadsDashboardController } from './downloads-dashboard.controller.ts';
import { DownloadsController } from './downloads.controller.ts';
import { Downloads } from './downloads.service.ts';

/** Files that customers have bought (docs/BILLING.md#downloads). */
export const downloads: Feature = {
  controllers: [DownloadsController, DownloadsDashboardController],
  providers: [CustomerDownloadQueries, DownloadCounts, DownloadLinks, Downloads],
};
