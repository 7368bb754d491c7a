import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { FileUpload } from '@polar-sh/sdk/models/components/fileupload.js';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { JOBS, VAULT } from '../../../src/app/tokens.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { readVault } from '../../../src/kernel/ports/vault.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { happen, organizationId, polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';
import { PNG } from '../../support/uploads.ts';

const MIB = 1_048_576;
const UPLOADS = 8;
/** Of an organization: more than the others of these tests have at once. */
const FILE_BYTES = 200 * MIB;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

describe('files over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  let other: Polar;

  beforeAll(async () => {
    const capacity = {
      requestMs: 600,
      headersMs: 500,
      checkedEveryMs: 50,
      uploads: UPLOADS,
      uploadWindowMs: 400,
      uploadBytes: 1_000,
    };
    running = await startApp({
      own: true,
      capacity,
      env: { ORG_FILE_BYTES: String(FILE_BYTES) },
      provokes: [408],
    });
    acme = polar(running.url, 'seller-acme');
    other = polar(running.url, 'seller-other');
  });
  /** The bytes of files that a test has deleted are gone before the next one counts. */
  afterEach(async () => {
    await running.runtime.settled();
    await running.app.get<JobQueue>(JOBS).idle('blob-sweep');
  });
  afterAll(() => running.close());

  interface Announced {
    service?: 'downloadable' | 'product_media' | 'organization_avatar';
    name?: string;
    mimeType?: string;
    /** Sizes of the parts; one by default. */
    split?: number[];
    checksums?: boolean;
    whole?: string | null;
    client?: Polar;
  }

  function announce(bytes: Buffer, options: Announced = {}): Promise<FileUpload> {
    const { service = 'downloadable', name = 'book.pdf', mimeType = 'application/pdf', client = acme } = options;
    let at = 0;
    const parts = (options.split ?? [bytes.length]).map((size, index) => {
      const [chunkStart, chunkEnd] = [at, (at += size)];
      const checksumSha256Base64 = options.checksums ? sha256(bytes.subarray(chunkStart, chunkEnd)) : undefined;
      return { number: index + 1, chunkStart, chunkEnd, checksumSha256Base64 };
    });
    const checksumSha256Base64 = options.whole === undefined ? sha256(bytes) : options.whole;
    return client.files.create({
      service,
      name,
      mimeType,
      size: bytes.length,
      checksumSha256Base64,
      upload: { parts },
    } as never);
  }

  type Part = FileUpload['upload']['parts'][number];
  const put = (part: Pick<Part, 'url' | 'headers'>, body: Buffer | string, headers: Record<string, string> = {}) =>
    fetch(part.url, { method: 'PUT', body, headers: { ...part.headers, ...headers } });

  async function putAll(file: FileUpload, bytes: Buffer) {
    const done = [];
    for (const part of file.upload.parts) {
      const chunk = bytes.subarray(part.chunkStart, part.chunkEnd);
      const response = await put(part, chunk);
      expect(response.status).toBe(200);
      done.push({
        number: part.number,
        checksumEtag: response.headers.get('etag')!,
        checksumSha256Base64: sha256(chunk),
      });
    }
    return done;
  }

  const complete = (file: FileUpload, parts: object[], client = acme) =>
    client.files.uploaded({
      id: file.id,
      fileUploadCompleted: { id: file.upload.id, path: file.upload.path, parts: parts as never },
    });

  async function upload(bytes: Buffer, options: Announced = {}) {
    const file = await announce(bytes, options);
    return complete(file, await putAll(file, bytes), options.client);
  }

  const picture = (name = 'cover.png', client = acme) =>
    upload(PNG, { service: 'product_media', name, mimeType: 'image/png', client });

  /** Fields that a refusal is about. */
  async function refusal(call: Promise<unknown>): Promise<string[]> {
    const error = (await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )) as { detail?: { loc: string[] }[] } | undefined;
    return (error?.detail ?? []).map(({ loc }) => loc.join('.'));
  }
  /** Paths of all files in which bytes are, without the one that marks the folder; a folder may vanish while it is read. */
  const blobsOnDisk = async (): Promise<string[]> => {
    const folder = join(running.config.dataDir, 'blobs');
    for (;;)
      try {
        const marker = await readVault(running.app.get(VAULT), 'installation/blobs');
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && entry.name !== marker);
        return files.map(({ parentPath, name }) => join(parentPath, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
  };

  /** Those that were deleted before may still be there at first. */
  const blobsSince = async (before: readonly string[]): Promise<string[]> =>
    (await blobsOnDisk()).filter((path) => !before.includes(path));

  it('create, upload in parts, list, rename and delete through the SDK', async () => {
    const bytes = randomBytes(300_000);
    const created = await announce(bytes, { split: [100_000, 150_000, 50_000, 0], checksums: true });
    expect(created).toMatchObject({
      organizationId: organizationId('acme'),
      name: 'book.pdf',
      path: `downloadable/${organizationId('acme')}/${created.id}/book.pdf`,
      mimeType: 'application/pdf',
      size: 300_000,
      storageVersion: null,
      checksumEtag: null,
      lastModifiedAt: null,
      version: null,
      isUploaded: false,
      service: 'downloadable',
      sizeReadable: '293.0 KB',
    });
    const [first] = created.upload.parts;
    expect(first).toMatchObject({ number: 1, chunkStart: 0, chunkEnd: 100_000 });
    expect(first!.headers).toEqual({
      'x-amz-checksum-sha256': sha256(bytes.subarray(0, 100_000)),
      'x-amz-sdk-checksum-algorithm': 'SHA256',
    });
    expect(Math.round((first!.expiresAt.getTime() - Date.now()) / 60_000)).toBe(60);
    const ids = async () => (await acme.files.list({ ids: created.id })).result.items.map(({ id }) => id);
    const parts = await putAll(created, bytes);
    expect(await ids()).toEqual([]);
    // Its path stays.
    await acme.files.update({ id: created.id, filePatch: { name: 'draft.pdf' } });
    const uploaded = await complete(created, parts.toReversed());
    expect(uploaded).toMatchObject({
      id: created.id,
      isUploaded: true,
      checksumSha256Base64: sha256(bytes),
      checksumSha256Hex: createHash('sha256').update(bytes).digest('hex'),
      checksumEtag: expect.stringMatching(/^[0-9a-f]{64}-4$/),
      lastModifiedAt: expect.any(Date),
      service: 'downloadable',
    });
    expect(await ids()).toEqual([created.id]);
    // The parts were joined without a copy, and are gone.
    expect((await blobsOnDisk()).length).toBe(4);
    expect(await complete(created, parts)).toEqual(uploaded);
    const renamed = await acme.files.update({ id: created.id, filePatch: { name: 'Book.pdf', version: '2' } });
    expect(renamed).toMatchObject({ name: 'Book.pdf', version: '2', path: uploaded.path });
    const mine = (await acme.files.list({ organizationId: organizationId('acme') })).result;
    expect(mine.items).toEqual([renamed]);
    await acme.files.delete({ id: created.id });
    expect(await ids()).toEqual([]);
    await until(async () => (await blobsOnDisk()).length === 0, 'the bytes to be deleted');
  });

  it("are another organization's secret", async () => {
    const bytes = randomBytes(10);
    const created = await announce(bytes);
    const parts = await putAll(created, bytes);
    const absent = { error: 'ResourceNotFound' };
    await expect(complete(created, parts, other)).rejects.toMatchObject(absent);
    const { id } = await complete(created, parts);
    await expect(other.files.update({ id, filePatch: { name: 'x' } })).rejects.toMatchObject(absent);
    await expect(other.files.delete({ id })).rejects.toMatchObject(absent);
    expect((await other.files.list({ ids: id })).result.items).toEqual([]);
    expect((await fetch(`${running.url}/media/${id}/book.pdf`)).status).toBe(404);
    const reader = polar(running.url, 'reader-acme');
    await expect(announce(bytes, { client: reader })).rejects.toMatchObject({ statusCode: 403 });
    expect(
      await refusal(acme.files.create({ ...(await wire(bytes)), organizationId: organizationId('acme') })),
    ).toEqual(['body.organization_id']);
    await acme.files.delete({ id });
  });

  async function wire(bytes: Buffer) {
    const parts = [{ number: 1, chunkStart: 0, chunkEnd: bytes.length }];
    return { service: 'downloadable', name: 'a', mimeType: 'a/b', size: bytes.length, upload: { parts } } as const;
  }

  it('refuse at their field what cannot be right', async () => {
    const bytes = Buffer.alloc(10);
    const common = await wire(bytes);
    const refused = async (changes: object) => {
      const response = await fetch(`${running.url}/v1/files/`, {
        method: 'POST',
        headers: { authorization: 'Bearer seller-acme', 'content-type': 'application/json' },
        body: JSON.stringify({
          service: common.service,
          name: common.name,
          mime_type: common.mimeType,
          size: common.size,
          upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 10 }] },
          ...changes,
        }),
      });
      expect(response.status).toBe(422);
      return ((await response.json()) as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    };
    expect(await refused({ service: 'secret' })).toEqual(['body.service']);
    expect(await refused({ service: undefined, name: '' })).toEqual(['body.service', 'body.name']);
    expect(await refused({ name: 'x'.repeat(256) })).toEqual(['body.name']);
    expect(await refused({ name: '../../../etc/passwd' })).toEqual(['body.name']);
    expect(await refused({ name: '\ud800' })).toEqual(expect.arrayContaining([expect.stringMatching(/^body/)]));
    expect(await refused({ mime_type: 'text/html\r\nX-Evil: 1' })).toEqual(['body.mime_type']);
    expect(await refused({ size: -1 })).toEqual(['body.size']);
    expect(await refused({ size: 1.5 })).toEqual(['body.size']);
    expect(await refused({ size: 11 })).toEqual(['body.upload.parts.0.chunk_end']);
    expect(await refused({ upload: { parts: [] } })).toEqual(['body.upload.parts']);
    expect(
      await refused({ upload: { parts: Array(10_001).fill({ number: 1, chunk_start: 0, chunk_end: 10 }) } }),
    ).toEqual(['body.upload.parts']);
    expect(await refused({ checksum_sha256_base64: 'abc' })).toEqual(['body.checksum_sha256_base64']);
    expect(await refused({ service: 'product_media' })).toEqual(['body.mime_type']);
    const large = { service: 'product_media', mime_type: 'image/png', size: 10 * MIB + 1 };
    const parts = [{ number: 1, chunk_start: 0, chunk_end: large.size }];
    expect(await refused({ ...large, upload: { parts } })).toEqual(['body.size']);
  });

  it('take parts only through a link that is theirs, as it is, in time', async () => {
    const bytes = randomBytes(1_000);
    const [file, second] = [await announce(bytes), await announce(bytes)];
    const [part] = file.upload.parts;
    const status = async (change: (url: URL) => void, body = bytes) => {
      const url = new URL(part!.url);
      change(url);
      const response = await put({ url: url.href }, body);
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);
    const forged = [403, 'NotPermitted'];
    expect(await status(set('size', '1001'))).toEqual(forged);
    expect(await status(set('expires', '99999999999'))).toEqual(forged);
    expect(await status(set('checksum', sha256(bytes)))).toEqual(forged);
    expect(await status(set('signature', 'x'))).toEqual(forged);
    expect(await status((url) => url.searchParams.delete('signature'))).toEqual(forged);
    expect(await status((url) => url.searchParams.append('size', '1'))).toEqual([422, 'RequestValidationError']);
    expect(await status((url) => void (url.pathname = url.pathname.replace(/1$/, '2')))).toEqual(forged);
    expect(await status((url) => void (url.pathname = url.pathname.replace(file.id, second.id)))).toEqual(forged);
    running.clock.advanceMachine(3_601);
    expect(await status(() => undefined)).toEqual([410, 'ResourceUnavailable']);
    running.clock.advanceMachine(-3_601);
    await acme.files.delete({ id: file.id });
    expect(await status(() => undefined)).toEqual([404, 'ResourceNotFound']);
    expect((await putAll(second, bytes))[0]!.checksumEtag).toBe(
      `"${createHash('sha256').update(bytes).digest('hex')}"`,
    );
    expect((await blobsOnDisk()).length).toBe(1);
    await acme.files.delete({ id: second.id });
  });

  it('refuse parts that are too long, too short or other than announced, and keep nothing of them', async () => {
    const bytes = randomBytes(200_000);
    const before = await blobsOnDisk();
    const [file, pinned] = [await announce(bytes), await announce(bytes, { checksums: true })];
    const answer = async (of: FileUpload, body: Buffer | ReadableStream, headers = {}) => {
      const [{ url }] = of.upload.parts as [Part];
      const response = await fetch(url, { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);
      const { error, detail } = (await response.json()) as { error: string; detail: unknown };
      return { status: response.status, error, detail: JSON.stringify(detail) };
    };
    const other = randomBytes(200_000);
    expect(await answer(file, Buffer.concat([bytes, bytes]))).toMatchObject({ status: 413, error: 'PayloadTooLarge' });
    const unmeasured = (chunk: Buffer) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(chunk);
          controller.close();
        },
      });
    expect(await answer(file, unmeasured(Buffer.concat([bytes, bytes])))).toMatchObject({
      status: 413,
      error: 'PayloadTooLarge',
    });
    expect(await answer(file, unmeasured(bytes.subarray(1)))).toMatchObject({
      status: 422,
      error: 'RequestValidationError',
    });
    expect(await answer(file, bytes.subarray(1))).toMatchObject({
      status: 422,
      detail: expect.stringContaining('199999'),
    });
    expect(await answer(file, Buffer.alloc(0))).toMatchObject({ status: 422, error: 'RequestValidationError' });
    expect(await answer(pinned, other)).toMatchObject({ status: 422, detail: expect.stringContaining('SHA-256') });
    expect(await answer(file, other, { 'x-amz-checksum-sha256': sha256(bytes) })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('SHA-256'),
    });
    // The client breaks off in the middle.
    const [{ url }] = file.upload.parts as [Part];
    const { pathname, search } = new URL(url);
    const socket = connect(running.config.port, '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(1_000)}`);
    const hasBegun = async () => socket.destroyed || (await blobsOnDisk()).join() !== before.join();
    await until(hasBegun, 'the part to begin');
    socket.destroy();
    await until(async () => (await blobsOnDisk()).join() === before.join(), 'the rest of the part to be deleted');
    expect(await refusal(complete(file, [{ number: 1, checksumEtag: 'x', checksumSha256Base64: null }]))).toEqual([
      'body.parts.0.number',
    ]);
    await putAll(file, bytes);
    for (const { id } of [file, pinned]) await acme.files.delete({ id });
  });

  it('take JSON and forms as the bytes that they are', async () => {
    const bytes = Buffer.from(`{"a":${' '.repeat(1_500_000)}1}`);
    const file = await announce(bytes, { name: 'data.json', mimeType: 'application/json' });
    const [part] = file.upload.parts;
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'no type'])
      expect((await put(part!, bytes, { 'content-type': type })).status).toBe(200);
    await acme.files.delete({ id: file.id });
  });

  it('take the last upload of a part, and only its ETag', async () => {
    const [first, last] = [randomBytes(50_000), randomBytes(50_000)];
    const file = await announce(last, { whole: null });
    const [early] = await putAll(file, first);
    const [late] = await putAll(file, last);
    expect(await refusal(complete(file, [early!]))).toEqual(['body.parts.0.checksum_etag']);
    const lying = { ...late!, checksumSha256Base64: sha256(first) };
    expect(await refusal(complete(file, [lying]))).toEqual(['body.parts.0.checksum_sha256_base64']);
    const unquoted = { ...late!, checksumEtag: late!.checksumEtag.slice(1, -1), checksumSha256Base64: null };
    expect(await complete(file, [unquoted])).toMatchObject({ checksumSha256Base64: sha256(last) });
    expect((await put(file.upload.parts[0]!, last)).status).toBe(409);
    await acme.files.delete({ id: file.id });
  });

  it('are complete only with all parts, each once, and as a whole what was announced', async () => {
    const bytes = randomBytes(30_000);
    const split = [10_000, 20_000];
    const file = await announce(bytes, { split, whole: sha256(Buffer.from('something else')) });
    const parts = await putAll(file, bytes);
    expect(await refusal(complete(file, parts.slice(0, 1)))).toEqual(['body.parts']);
    expect(await refusal(complete(file, [parts[0]!, parts[0]!]))).toEqual(['body.parts.1.number']);
    expect(await refusal(complete(file, [parts[0]!, { ...parts[1]!, number: 3 }]))).toEqual(['body.parts.1.number']);
    expect(await refusal(complete({ ...file, upload: { ...file.upload, id: newUuid() } }, parts))).toEqual(['body.id']);
    expect(await refusal(complete({ ...file, upload: { ...file.upload, path: 'x' } }, parts))).toEqual(['body.path']);
    expect(await refusal(complete(file, parts))).toEqual(['body.parts']);
    expect((await acme.files.list({ ids: file.id })).result.items).toEqual([]);
    await acme.files.delete({ id: file.id });
  });

  it('are uploaded once by fifty requests at the same time', async () => {
    const bytes = randomBytes(100_000);
    const file = await announce(bytes, { split: [40_000, 60_000] });
    const before = await blobsOnDisk();
    const parts = await putAll(file, bytes);
    const answers = await Promise.all(Array.from({ length: 50 }, () => complete(file, parts)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const events = await running.ports.store.read(`file-${file.id}`);
    expect(events.map(({ type }) => type)).toEqual(['FileCreated', 'FileUploaded']);
    expect(await blobsSince(before)).toHaveLength(2);
    await acme.files.delete({ id: file.id });
  });

  it('answer fifty uploads of one part at the same time, of which one counts', async () => {
    const file = await announce(randomBytes(10_000), { whole: null });
    const tries = Array.from({ length: 50 }, () => randomBytes(10_000));
    const answers = await Promise.all(tries.map((bytes) => put(file.upload.parts[0]!, bytes)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    const outcomes = await Promise.allSettled(
      tries.map((bytes) =>
        complete(file, [
          { number: 1, checksumEtag: createHash('sha256').update(bytes).digest('hex'), checksumSha256Base64: null },
        ]),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const [stored] = (await acme.files.list({ ids: file.id })).result.items;
    expect(tries.map(sha256)).toContain(stored!.checksumSha256Base64);
    await acme.files.delete({ id: file.id });
  });

  describe('that arrive slowly', () => {
    const send = async ([bytes, chunks]: [bytes: number, chunks: number]) => {
      const body = randomBytes(bytes * chunks);
      const file = await announce(body);
      const { pathname, search } = new URL(file.upload.parts[0]!.url);
      const socket = connect(running.config.port, '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', () => undefined);
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
      for (let at = 0; at < chunks && !socket.destroyed && answer === ''; at++) {
        socket.write(body.subarray(at * bytes, (at + 1) * bytes));
        await pause(100);
      }
      await Promise.race([until(() => answer !== '', 'an answer'), once(socket, 'close')]);
      socket.destroy();
      await acme.files.delete({ id: file.id });
      return Number(answer.split(' ')[1]);
    };

    // Three times as long as any other request may take.
    it('may take long, but must keep arriving', async () => {
      expect(await send([5_000, 18])).toBe(200);
      expect(await send([10, 30])).toBe(408);
    });
  });

  describe('of which several arrive at once', () => {
    /** Begins to send a part that never ends. */
    const begin = (url: string): Socket => {
      const { pathname, search } = new URL(url);
      const socket = connect(running.config.port, '127.0.0.1').on('error', () => undefined);
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n${'x'.repeat(5_000)}`);
      return socket;
    };
    // Each is given up soon: on a busy machine, before the next has begun.
    const refusal = async (urls: readonly string[], url: string, status: number): Promise<Response> => {
      let answer: Response | undefined;
      const sockets: Socket[] = [];
      await until(async () => {
        sockets.push(...urls.map(begin));
        answer = await put({ url }, randomBytes(10_000));
        return answer.status === status;
      }, 'a refusal');
      for (const socket of sockets) socket.destroy();
      return answer!;
    };

    it('refuse another upload of the same part, and take others', async () => {
      const file = await announce(randomBytes(20_000), { split: [10_000, 10_000] });
      const [first, second] = file.upload.parts.map(({ url }) => url) as [string, string];
      const refused = await refusal(
        Array.from({ length: 2 * UPLOADS }, () => first),
        first,
        429,
      );
      expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
        '5',
        {
          error: 'TooManyRequests',
          detail:
            'This is being uploaded already, and only 1 upload of it may go on at a time; try again when that has ended',
        },
      ]);
      for (let n = 0; n < 2 * UPLOADS; n++) begin(first);
      expect((await put({ url: second }, randomBytes(10_000))).status).toBe(200);
      await acme.files.delete({ id: file.id });
    });

    it('refuse more than there is room for', async () => {
      const file = await announce(randomBytes(10_000 * (UPLOADS + 1)), {
        split: Array.from({ length: UPLOADS + 1 }, () => 10_000),
      });
      const [url, ...others] = file.upload.parts.map((part) => part.url) as [string, ...string[]];
      await refusal(others, url, 503);
      // Others are served meanwhile.
      expect((await acme.files.list({})).result.pagination).toBeDefined();
      await until(async () => (await put({ url }, randomBytes(10_000))).status === 200, 'room');
      await acme.files.delete({ id: file.id });
    });
  });

  describe('of an organization that has all that it may', () => {
    const MOST = FILE_BYTES / 5;
    const create = async (
      size = MOST,
    ): Promise<{ status: number; id: string; detail: { loc: string[]; msg: string }[] }> => {
      const response = await fetch(`${running.url}/v1/files`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer seller-third' },
        body: JSON.stringify({
          service: 'downloadable',
          name: 'book.pdf',
          mime_type: 'application/pdf',
          size,
          upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] },
        }),
      });
      return { ...((await response.json()) as { id: string; detail: [] }), status: response.status };
    };
    const space = async () => {
      const headers = { authorization: 'Bearer seller-third' };
      return (await fetch(`${running.url}/api/dashboard/file-space`, { headers })).json();
    };

    it('are refused, however many are announced together, until one is deleted', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => create()));
      const [created, refused] = [201, 422].map((status) => answers.filter((answer) => answer.status === status));
      expect([created!.length, refused!.length]).toEqual([5, 7]);
      expect(refused![0]!.detail).toEqual([
        {
          type: 'too_many_bytes',
          loc: ['body', 'size'],
          msg: 'An organization can have files of at most 200.0 MB, and 200.0 MB are used: delete files that are no longer needed',
        },
      ]);
      const all = { used: FILE_BYTES, used_readable: '200.0 MB', allowed: FILE_BYTES, allowed_readable: '200.0 MB' };
      expect(await space()).toEqual(all);
      await polar(running.url, 'seller-third').files.delete({ id: created![0]!.id });
      expect((await create(MOST + 1)).status).toBe(422);
      expect((await create()).status).toBe(201);
    });

    it('count no upload that cannot be completed any more', async () => {
      expect(await space()).toMatchObject({ used: FILE_BYTES });
      running.clock.advanceMachine(27 * 3_600);
      expect(await space()).toMatchObject({ used: 0 });
      running.clock.advanceMachine(-27 * 3_600);
    });
  });

  it('keep no part of an upload that is deleted', async () => {
    const bytes = randomBytes(1_000);
    const before = await blobsOnDisk();
    const file = await announce(bytes, { split: [400, 600] });
    await putAll(file, bytes);
    expect(await blobsSince(before)).toHaveLength(2);
    await acme.files.delete({ id: file.id });
    await running.runtime.settled();
    expect(await blobsSince(before)).toEqual([]);
  });

  it('answer the ETag to pages of other origins', async () => {
    const file = await announce(PNG);
    const [{ url }] = file.upload.parts as [Part];
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-amz-checksum-sha256',
      },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-amz-checksum-sha256');
    const response = await put({ url }, PNG, { origin: 'https://shop.example' });
    expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    await acme.files.delete({ id: file.id });
  });

  it('are swept after a day if their upload is never completed', async () => {
    const bytes = randomBytes(1_000);
    const file = await announce(bytes, { split: [400, 600] });
    const before = await blobsOnDisk();
    await put(file.upload.parts[0]!, bytes.subarray(0, 400));
    expect(await blobsSince(before)).toHaveLength(1);
    const kept = await picture();
    running.clock.advanceMachine(26 * 3_600);
    // What other tests have left unfinished goes, too.
    await until(async () => (await blobsOnDisk()).length === 1, 'the part to be swept');
    await running.runtime.settled();
    running.clock.advanceMachine(-26 * 3_600);
    expect((await fetch((kept as { publicUrl: string }).publicUrl)).status).toBe(200);
    for (const { id } of [file, kept]) await acme.files.delete({ id });
  });

  describe('in public', () => {
    const media = async (
      bytes: Buffer,
      mimeType: string,
      name = 'cover',
      service: Announced['service'] = 'product_media',
    ) => (await upload(bytes, { service, name, mimeType })) as { id: string; publicUrl: string };
    const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method });

    it('serve a picture as what it is, for good', async () => {
      const { id, publicUrl } = await media(PNG, 'image/png', 'Größe & 1.png');
      expect(publicUrl).toBe(`${running.url}/media/${id}/Gr%C3%B6%C3%9Fe%20%26%201.png`);
      const response = await get(publicUrl);
      expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, PNG]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(PNG.length),
        'content-disposition': "inline; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%201.png",
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      });
      const etag = response.headers.get('etag')!;
      const again = await get(publicUrl, { 'if-none-match': `W/"x", ${etag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await get(publicUrl, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(PNG.length)]);
      await acme.files.delete({ id });
      expect((await get(publicUrl)).status).toBe(404);
      for (const path of ['media/x/y', `media/${newUuid()}/y`, `media/${encodeURIComponent('../../keys.json')}/y`])
        expect((await get(`${running.url}/${path}`, { accept: 'text/html' })).status).toBe(404);
    });

    it('serve ranges', async () => {
      const bytes = Buffer.concat([Buffer.from('GIF89a\0\0\0\0'), randomBytes(100_000)]);
      const file = await announce(bytes, {
        service: 'product_media',
        mimeType: 'image/gif',
        split: [50_000, bytes.length - 50_000],
      });
      const { publicUrl } = (await complete(file, await putAll(file, bytes))) as { publicUrl: string };
      const size = bytes.length;
      const etag = (await get(publicUrl)).headers.get('etag')!;
      const ranged = async (range: string, headers = {}) => {
        const response = await get(publicUrl, { range, ...headers });
        const body = Buffer.from(await response.arrayBuffer());
        return [
          response.status,
          response.headers.get('content-range'),
          response.headers.get('content-length'),
          sha256(body),
        ];
      };
      const part = (first: number, last: number) => [
        206,
        `bytes ${first}-${last}/${size}`,
        String(last - first + 1),
        sha256(bytes.subarray(first, last + 1)),
      ];
      const whole = [200, null, String(size), sha256(bytes)];
      expect(await ranged('bytes=0-0')).toEqual(part(0, 0));
      expect(await ranged('bytes=49990-50010')).toEqual(part(49_990, 50_010));
      expect(await ranged('bytes=100-')).toEqual(part(100, size - 1));
      expect(await ranged('bytes=-100')).toEqual(part(size - 100, size - 1));
      expect(await ranged('bytes=5-99999999')).toEqual(part(5, size - 1));
      expect(await ranged(`bytes=-${size * 2}`)).toEqual(part(0, size - 1));
      for (const unsatisfiable of [`bytes=${size}-`, 'bytes=-0'])
        expect(await ranged(unsatisfiable)).toEqual([416, `bytes */${size}`, '0', sha256(Buffer.alloc(0))]);
      for (const ignored of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-2', 'bytes=', 'bytes=x-y'])
        expect(await ranged(ignored)).toEqual(whole);
      expect(await ranged('bytes=0-9', { 'if-range': etag })).toEqual(part(0, 9));
      expect(await ranged('bytes=0-9', { 'if-range': '"old"' })).toEqual(whole);
      await acme.files.delete({ id: file.id });
    });

    it('refuse a picture that is another thing, and an SVG with a script, and keep nothing of them', async () => {
      const before = (await blobsOnDisk()).length;
      const html = Buffer.from('<html><script>alert(1)</script></html>');
      const gif = Buffer.from("GIF89a/*<svg/onload=alert(1)>*/=alert('x')//");
      for (const [bytes, type] of [
        [html, 'image/png'],
        [gif, 'image/png'],
        [PNG, 'image/jpeg'],
        [html, 'image/svg+xml'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'],
      ] as const)
        expect(await refusal(media(bytes, type))).toEqual(['body.parts']);
      await until(async () => (await blobsOnDisk()).length <= before + 5, 'nothing but parts');
    });

    it('serve a picture without what it told besides, under its own checksum', async () => {
      const { id, publicUrl } = await media(Buffer.concat([PNG, Buffer.from('taken at 52.5163N')]), 'image/png');
      const answer = await get(publicUrl);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.subarray(0, PNG.length), bytes.includes('52.5163N')]).toEqual([PNG, false]);
      expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
      await acme.files.delete({ id });
    });

    it('serve what could be read as two things only as an image that runs nothing', async () => {
      // A GIF that is also a script, and a page after its end.
      const polyglot = Buffer.from("GIF89a/*\0\0\0\0\0*/=alert('x');<html><script>alert(1)</script>");
      const { id, publicUrl } = await media(polyglot, 'image/gif', 'x.html');
      const { headers } = await get(publicUrl, { accept: 'text/html' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/gif',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      await acme.files.delete({ id });
    });

    it('serve an SVG to be shown in a page, and never as a page', async () => {
      const { id, publicUrl } = await media(Buffer.from(SVG), 'image/svg+xml', 'logo.svg', 'organization_avatar');
      const { headers } = await get(publicUrl, { 'accept-encoding': 'gzip, br' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-disposition': "attachment; filename*=UTF-8''logo.svg",
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(SVG.length),
      });
      await acme.files.delete({ id });
    });
  });

  it('are media of products, in the order of the seller', async () => {
    const [one, two, theirs] = [await picture('1.png'), await picture('2.png'), await picture('x.png', other)];
    const download = await upload(randomBytes(10));
    const announced = await announce(PNG, { service: 'product_media', name: '3.png', mimeType: 'image/png' });
    const draft = { name: 'Poster', recurringInterval: null, prices: [{ amountType: 'free' as const }] };
    const product = await acme.products.create({ ...draft, medias: [two.id, one.id] });
    expect(product.medias).toEqual([two, one]);
    const update = (medias: string[] | null) => acme.products.update({ id: product.id, productUpdate: { medias } });
    for (const { id } of [theirs, download, announced]) {
      expect(await refusal(update([one.id, id]))).toEqual(['body.medias.1']);
      expect(await refusal(acme.products.create({ ...draft, medias: [id] }))).toEqual(['body.medias.0']);
    }
    expect((await update([one.id, two.id, one.id.toUpperCase()])).medias).toEqual([one, two]);
    expect((await update(null)).medias).toEqual([one, two]);
    await acme.files.delete({ id: one.id });
    expect((await acme.products.get({ id: product.id })).medias).toEqual([two]);
    // A deleted one that it has already may stay.
    expect((await update([two.id, one.id])).medias).toEqual([two]);
    expect((await update([])).medias).toEqual([]);
    const events = await running.ports.store.read(`product-${product.id}`);
    expect(events.map(({ data }) => data.mediaIds)).toEqual([[two.id, one.id], [one.id, two.id], [two.id, one.id], []]);
  });

  it('are deleted with their organization', async () => {
    const gone = polar(running.url, 'seller-gone');
    const { id } = await picture('x.png', gone);
    const released = { kind: 'slug', digest: 'x' };
    await happen(running, `organization-${organizationId('gone')}`, {
      type: 'OrganizationDeleted',
      data: { organizationId: organizationId('gone'), released, createdBy: 'u' },
    } as never);
    await until(async () => (await gone.files.list({ ids: id })).result.items.length === 0, 'the file to be deleted');
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
