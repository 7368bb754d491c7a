import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../ports.ts';
import { until } from '../until.ts';

const PROGRAM = 'moto_server';
const BUCKET = 'tillbook';

/** Why there is no S3-compatible server to test against; undefined if there is one. */
export function missingS3(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, PROGRAM)))
    ? undefined
    : "no moto_server: pip install 'moto[server]==5.2.5'";
}

/** The tests' own S3-compatible server, which keeps everything in memory. */
export class S3Server {
  private process: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<S3Server> {
    const server = new S3Server(await freePort());
    await server.run();
    return server;
  }

  get url(): string {
    return `http://key:secret@127.0.0.1:${this.port}/${BUCKET}?region=us-east-1`;
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async run(): Promise<void> {
    this.process = spawn(PROGRAM, ['-H', '127.0.0.1', '-p', String(this.port)], { stdio: 'ignore' });
    const endpoint = `http://127.0.0.1:${this.port}`;
    await until(() => fetch(endpoint).then(Boolean, () => false), 'moto_server to answer', 30_000);
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    client.destroy();
  }
}
