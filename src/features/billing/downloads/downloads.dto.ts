export class DownloadedFile {
  id: string;
  name: string;
  size_readable: string;
}

/** A file that a customer can download, and how often they have. */
export class CustomerDownload {
  benefit_id: string;
  file: DownloadedFile;
  downloads: number;
  last_downloaded_at: string | null;
}

export class CustomerDownloads {
  items: CustomerDownload[];
}
