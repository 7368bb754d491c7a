/** The smallest PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

interface Uploaded {
  id: string;
  public_url: string;
}

/** Uploads a picture of a product, as the given caller. */
export function uploadPicture(
  url: string,
  headers: Record<string, string>,
  organization: { organization_id?: string },
  name = 'cover.png',
): Promise<Uploaded> {
  const about = { ...organization, service: 'product_media', name, mime_type: 'image/png' };
  return uploadFile(url, headers, about, PNG);
}

/** Uploads any file in one part. @param about its service, name, type and organization */
export async function uploadFile(
  url: string,
  headers: Record<string, string>,
  about: object,
  bytes: Buffer,
): Promise<Uploaded> {
  const send = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Uploaded & { upload: { id: string; path: string; parts: { url: string }[] } };
  };
  const { id, upload } = await send('/v1/files', {
    ...about,
    size: bytes.length,
    upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: bytes.length }] },
  });
  const part = await fetch(upload.parts[0]!.url, { method: 'PUT', body: bytes });
  return send(`/v1/files/${id}/uploaded`, {
    id: upload.id,
    path: upload.path,
    parts: [{ number: 1, checksum_etag: part.headers.get('etag'), checksum_sha256_base64: null }],
  });
}
