import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, format, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const MIB = 1_048_576;
const CHUNK = randomBytes(MIB);
/** Of the comparison, in MiB. */
const COMPARED = 256;
/** Of the upload whose memory is measured, in MiB, and of its parts. */
const LARGE = 2_048;
const LARGE_PART = 256;
const ROUNDS = 5;
const MOST_MORE = 100;

interface Created {
  id: string;
  upload: { id: string; path: string; parts: { number: number; url: string }[] };
}

/** Uploads of files: how fast compared with writing a file, and how much memory a large one takes. */
export async function benchFiles(): Promise<Row[]> {
  const program = await spawnProgram();
  const seller = await Seller.signedUp(program.url);
  const rows = [
    await compare({
      name: `upload of ${COMPARED} MiB ÷ writing such a file and its fsync`,
      unit: 'MiB/s',
      aim: 0.7,
      rounds: ROUNDS,
      ours: () => speed(COMPARED, () => upload(seller, COMPARED, COMPARED)),
      baseline: () => speed(COMPARED, () => write(COMPARED)),
    }),
    await memory(seller, program.pid),
  ];
  await program.close();
  return rows;
}

/** The largest resident set while a large file is uploaded, more than before. */
async function memory(seller: Seller, pid: number): Promise<Row> {
  const before = await residentMib(pid);
  let most = before;
  const timer = setInterval(() => void residentMib(pid).then((now) => (most = Math.max(most, now))), 50);
  await upload(seller, LARGE, LARGE_PART);
  clearInterval(timer);
  const more = most - before;
  return {
    name: `memory during an upload of ${LARGE} MiB`,
    figures: `${format(before)} MiB before, ${format(more)} MiB more`,
    aim: `< ${MOST_MORE} MiB more`,
    met: more < MOST_MORE,
  };
}

async function upload(seller: Seller, mib: number, partMib: number): Promise<void> {
  const parts = Array.from({ length: mib / partMib }, (_, index) => ({
    number: index + 1,
    chunk_start: index * partMib * MIB,
    chunk_end: (index + 1) * partMib * MIB,
  }));
  const { id, upload: announced } = await seller.send<Created>('POST', '/v1/files/', {
    organization_id: seller.organizationId,
    service: 'downloadable',
    name: 'large.bin',
    mime_type: 'application/octet-stream',
    size: mib * MIB,
    upload: { parts },
  });
  const done = [];
  for (const { number, url } of announced.parts)
    done.push({ number, checksum_etag: await put(url, partMib), checksum_sha256_base64: null });
  await seller.send('POST', `/v1/files/${id}/uploaded`, { id: announced.id, path: announced.path, parts: done });
  await seller.send('DELETE', `/v1/files/${id}`);
}

async function put(url: string, mib: number): Promise<string> {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': mib * MIB } });
  const answered = once(sending, 'response');
  for (let sent = 0; sent < mib; sent++) if (!sending.write(CHUNK)) await once(sending, 'drain');
  sending.end();
  const [response] = (await answered) as [{ statusCode: number; headers: { etag?: string }; resume(): void }];
  response.resume();
  if (response.statusCode !== 200) throw new Error(`A part was answered with ${response.statusCode}`);
  return response.headers.etag!;
}

async function write(mib: number): Promise<void> {
  const path = join(tmpdir(), `tillbook-bench-${createHash('sha256').update(CHUNK).digest('hex').slice(0, 8)}`);
  const stream = createWriteStream(path);
  for (let written = 0; written < mib; written++) if (!stream.write(CHUNK)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
  await rm(path);
}

/** In MiB a second. */
async function speed(mib: number, task: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await task();
  return mib / ((performance.now() - start) / 1_000);
}

async function residentMib(pid: number): Promise<number> {
  const status = await open(`/proc/${pid}/status`);
  const text = await status.readFile('utf8');
  await status.close();
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}
