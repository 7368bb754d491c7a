import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, body } from './client';
import { ApiError, toApiError, unreachable } from './error';
import type { FileRead, FileUpload } from './types';
import { folded } from '@/lib/folded';

/** What customers download. */
export type Download = Extract<FileRead, { service: 'downloadable' }>;

const MOST_LISTED = 100;

/** Files by their ids, in this order; deleted ones are left out. */
export function filesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['file', 'several', ids],
    queryFn: async () => {
      if (ids.length === 0) return [];
      const query = { ids: [...ids], limit: MOST_LISTED };
      const { items } = await body(api.GET('/v1/files', { params: { query } }));
      return ids.flatMap((id) => items.find((file) => file.id === id) ?? []);
    },
  });
}

/** For a choice of a file that customers download: those of the last hundred uploads whose name contains the typed text. */
export function useDownloadChoices(organizationId: string) {
  const [text, setText] = useState('');
  const { data } = useQuery({
    queryKey: ['file', 'list', organizationId],
    queryFn: () =>
      body(api.GET('/v1/files', { params: { query: { organization_id: [organizationId], limit: MOST_LISTED } } })),
  });
  const wanted = folded(text);
  const found = data?.items.filter(
    (file): file is Download => file.service === 'downloadable' && folded(file.name).includes(wanted),
  );
  return {
    found,
    options: found?.map(({ id, name, size_readable }) => ({ id, label: name, note: size_readable })),
    text,
    onText: setText,
  };
}

/** How much an organization's files take of what they may. */
export function fileSpaceQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['file', 'space', organizationId],
    queryFn: () =>
      body(api.GET('/api/dashboard/file-space', { params: { query: { organization_id: organizationId } } })),
  });
}

export type FileService = FileUpload['service'];

export interface AnnouncedPart {
  number: number;
  chunk_start: number;
  chunk_end: number;
  checksum_sha256_base64: string | null;
}

interface Announced {
  organizationId: string;
  service: FileService;
  name: string;
  mimeType: string;
  size: number;
  parts: AnnouncedPart[];
}

export function createFile({ organizationId, mimeType, parts, ...file }: Announced): Promise<FileUpload> {
  return body(
    api.POST('/v1/files', {
      body: { ...file, organization_id: organizationId, mime_type: mimeType, upload: { parts } },
    }),
  );
}

export interface UploadedPart {
  number: number;
  checksum_etag: string;
  checksum_sha256_base64: string | null;
}

export function completeFile({ id, upload }: FileUpload, parts: UploadedPart[]): Promise<FileRead> {
  return body(
    api.POST('/v1/files/{id}/uploaded', {
      params: { path: { id } },
      body: { id: upload.id, path: upload.path, parts },
    }),
  );
}

export async function deleteFile(id: string): Promise<void> {
  await api.DELETE('/v1/files/{id}', { params: { path: { id } } });
}

/**
 * Sends one part, and answers its ETag. Only XMLHttpRequest says how much has been sent.
 * @param onSent bytes so far
 */
export function putPart(
  part: FileUpload['upload']['parts'][number],
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', ownPath(part.url));
    for (const [name, value] of Object.entries(part.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      const etag = request.getResponseHeader('ETag');
      if (request.status === 200 && etag) resolve(etag);
      else reject(toApiError(request.status, parsed(request.responseText), 'PUT'));
    });
    request.addEventListener('error', () => reject(unreachable('GET')));
    request.addEventListener('abort', () => reject(new ApiError(0, 'aborted', 'The upload was canceled.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(bytes);
  });
}

/** This page may be open under another name of the same server. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
