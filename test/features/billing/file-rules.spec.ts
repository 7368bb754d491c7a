import { describe, expect, it } from '@jest/globals';
import { fileDecider } from '../../../src/features/billing/files/file.decider.ts';
import type { FileEvent } from '../../../src/features/billing/files/file.events.ts';
import { fileProcess } from '../../../src/features/billing/files/file.process.ts';
import { readableSize, refuseParts } from '../../../src/features/billing/files/file.rules.ts';
import { imageTypeOf, svgProblem } from '../../../src/features/billing/files/picture.rules.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';
import { PNG } from '../../support/uploads.ts';

const MIB = 1_048_576;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

describe('the file decider', () => {
  const given = specOf(fileDecider);
  const data = {
    fileId: 'f1',
    organizationId: 'o1',
    service: 'product_media',
    name: 'cover.png',
    mimeType: 'image/png',
    size: 10,
    version: null,
    sha256: null,
    parts: 1,
  } as const;
  const joined = { blobId: 'x1', sha256: 'abc=', etag: 'abc', image: 'image/png' } as const;
  const created: FileEvent = { type: 'FileCreated', data };
  const uploaded: FileEvent = { type: 'FileUploaded', data: { fileId: 'f1', organizationId: 'o1', ...joined } };
  const deleted: FileEvent = { type: 'FileDeleted', data: { fileId: 'f1', organizationId: 'o1', blobId: 'x1' } };

  it('announces a file once', () => {
    given().when({ type: 'CreateFile', data }).then(created);
    given(created).when({ type: 'CreateFile', data }).then();
  });

  it.each([
    ['a picture over 10 MiB', { size: 10 * MIB + 1 }, ['body.size']],
    ['an avatar over 1 MiB', { service: 'organization_avatar', size: MIB + 1 }, ['body.size']],
    ['a picture that is none', { mimeType: 'text/html' }, ['body.mime_type']],
    ['a path as name', { name: '../../etc/passwd' }, ['body.name']],
    ['a path of Windows as name', { name: 'C:\\autoexec.bat' }, ['body.name']],
    ['a folder as name', { name: '..' }, ['body.name']],
    ['a name with control characters', { name: 'a\r\nb' }, ['body.name']],
    ['a name that is shown backwards', { name: 'gpj.\u202eexe' }, ['body.name']],
    [
      'everything that is wrong',
      { name: 'a/b', mimeType: 'x/y', size: 2 ** 40 },
      ['body.name', 'body.mime_type', 'body.size'],
    ],
  ] as const)('refuses %s', (_, changes, paths) => {
    given()
      .when({ type: 'CreateFile', data: { ...data, ...changes } })
      .thenRefusedAt(...paths);
  });

  it('takes downloads of any type and size', () => {
    const changes = {
      service: 'downloadable',
      mimeType: 'text/html',
      size: 2 ** 40,
      name: 'The book (2nd ed.) …',
    } as const;
    given()
      .when({ type: 'CreateFile', data: { ...data, ...changes } })
      .then({ type: 'FileCreated', data: { ...data, ...changes } });
  });

  it('completes an upload once, whoever comes second', () => {
    given(created).when({ type: 'CompleteUpload', data: joined }).then(uploaded);
    given(created, uploaded)
      .when({ type: 'CompleteUpload', data: { ...joined, blobId: 'x2' } })
      .then();
    given(created, uploaded, deleted).when({ type: 'CompleteUpload', data: joined }).thenRefused('ResourceNotFound');
  });

  it('records only what has changed', () => {
    given(created)
      .when({ type: 'UpdateFile', data: { fileId: 'f1', name: 'cover.png', version: null } })
      .then();
    given(created)
      .when({ type: 'UpdateFile', data: { fileId: 'f1', name: 'b.png', version: '2' } })
      .then(
        { type: 'FileRenamed', data: { fileId: 'f1', name: 'b.png' } },
        { type: 'FileVersionChanged', data: { fileId: 'f1', version: '2' } },
      );
    given(created)
      .when({ type: 'UpdateFile', data: { fileId: 'f1', name: 'a/b' } })
      .thenRefusedAt('body.name');
  });

  it('deletes once, and has the bytes deleted', () => {
    given(created, uploaded)
      .when({ type: 'DeleteFile', data: { fileId: 'f1' } })
      .then(deleted);
    given(created, uploaded, deleted)
      .when({ type: 'DeleteFile', data: { fileId: 'f1' } })
      .thenRefused('ResourceNotFound');
    const react = (event: object) =>
      fileProcess.react(recorded(event as never)).map(({ command, data }) => [command.name, data]);
    expect(react(deleted)).toEqual([['DiscardFileBytes', { blobId: 'x1', at: NOW }]]);
    expect(react({ ...deleted, data: { ...deleted.data, blobId: null } })).toEqual([
      ['DiscardFileParts', { fileId: 'f1' }],
    ]);
    expect(react({ type: 'OrganizationDeleted', data: { organizationId: 'o1' } })).toEqual([
      ['DeleteFilesOf', { organizationId: 'o1' }],
    ]);
  });
});

describe('rules of files', () => {
  it('let parts cover the file, in order and without gaps', () => {
    const refused = (size: number, ...parts: [number, number, number][]): string | undefined => {
      try {
        refuseParts(
          parts.map(([number, start, end]) => ({ number, start, end })),
          size,
        );
        return undefined;
      } catch (error) {
        return (error as { fields: { loc: unknown[] }[] }).fields[0]!.loc.slice(3).join('.');
      }
    };
    expect(refused(10, [1, 0, 10])).toBeUndefined();
    expect(refused(10, [1, 0, 4], [2, 4, 10])).toBeUndefined();
    // Clients that divide without a remainder send an empty part.
    expect(refused(10, [1, 0, 10], [2, 10, 10])).toBeUndefined();
    expect(refused(10, [2, 0, 10])).toBe('0.number');
    expect(refused(10, [1, 0, 4], [1, 4, 10])).toBe('1.number');
    expect(refused(10, [1, 1, 10])).toBe('0.chunk_start');
    expect(refused(10, [1, 0, 4], [2, 5, 10])).toBe('1.chunk_start');
    expect(refused(10, [1, 0, 9])).toBe('0.chunk_end');
    expect(refused(10, [1, 0, 11])).toBe('0.chunk_end');
    expect(refused(10, [1, 0, 0], [2, 0, 10])).toBe('0.chunk_end');
    const large = 2 * 1_024 * MIB;
    expect(refused(large, [1, 0, MIB], [2, MIB, large])).toBe('0.chunk_end');
    expect(refused(large, [1, 0, 5 * MIB], [2, 5 * MIB, large])).toBeUndefined();
    expect(refused(8 * 1_024 * MIB, [1, 0, 8 * 1_024 * MIB])).toBe('0.chunk_end');
  });

  it('tell images by their bytes', () => {
    const of = (text: string) => imageTypeOf(Buffer.from(text, 'latin1'));
    expect(imageTypeOf(PNG.subarray(0, 16))).toBe('image/png');
    expect(of('\xff\xd8\xff\xe0')).toBe('image/jpeg');
    expect([of('GIF87a'), of('GIF89a')]).toEqual(['image/gif', 'image/gif']);
    expect(of('RIFF1234WEBPVP8 ')).toBe('image/webp');
    expect([of(''), of('<svg'), of('<html>'), of('GIF88a'), of('RIFF1234WAVE'), of('%PDF-1.7')]).toEqual(
      Array(6).fill(null),
    );
  });

  it.each([
    SVG,
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n${SVG}`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${SVG}`,
    `${'<!---->'.repeat(20_000)}${SVG}`,
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0"/></svg:svg>',
    '<svg title=">" xmlns="http://www.w3.org/2000/svg"><style>.online{fill:red}</style><image href="data:image/png;base64,AAAA"/></svg>',
  ])('take an SVG without active content: %.80s', (text) => expect(svgProblem(Buffer.from(text))).toBeUndefined());

  it.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg><SCRIPT href="//x"/></svg>',
    '<svg><svg:script/></svg>',
    '<svg onload="alert(1)"/>',
    '<svg><a href="java&#x73;cript:alert(1)"/></svg>',
    '<svg><a href="java&#10;script:alert(1)"/></svg>',
    '<svg><foreignObject><p/></foreignObject></svg>',
    '<!DOCTYPE svg [<!ENTITY x "<script>">]><svg>&x;</svg>',
    '<svg><image href="data:text/html;base64,AAAA"/></svg>',
    '<?xml version="1.0"?><?xml-stylesheet href="x"?><svg/>',
    '<html><svg/></html>',
    '<!doctype svg><svg/><!DOCTYPE x SYSTEM "y" [',
    'GIF89a<svg/>',
    '',
    '<!-- <svg/>',
    // A check that is not linear does not end with these.
    `${'<!---->'.repeat(20_000)}x`,
    `<svg/>${'<!doctype '.repeat(100_000)}[`,
  ])('refuse as SVG: %.80s', (text) => {
    expect(svgProblem(Buffer.from(text))).toBeDefined();
    // Not for the lack of a namespace alone.
    const whole = text.replace(/<svg\b/, '<svg xmlns="http://www.w3.org/2000/svg"');
    expect(svgProblem(Buffer.from(whole))).toBeDefined();
  });

  it.each([
    [
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "x" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>',
      SVG,
      'DOCTYPE',
    ],
    ['<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>', SVG, 'DOCTYPE'],
    ['', '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>', 'xmlns'],
    ['', '<svg><svg xmlns="http://www.w3.org/2000/svg"/></svg>', 'xmlns'],
    ['', '<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'xmlns'],
    ['', '<html/>', 'not an SVG image'],
  ])('say why they refuse an SVG: %s%s', (before, text, reason) =>
    expect(svgProblem(Buffer.from(before + text))).toContain(reason),
  );

  it('refuse an SVG in another encoding, in which words would be hidden', () => {
    expect(svgProblem(Buffer.from(`\ufeff${SVG}`, 'utf16le'))).toBeDefined();
    expect(svgProblem(Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff]))).toBeDefined();
  });

  it('name sizes as the contract does', () => {
    expect([0, 1_023, 1_536, 10 * MIB, 2 ** 40].map(readableSize)).toEqual([
      '0.0 B',
      '1023.0 B',
      '1.5 KB',
      '10.0 MB',
      '1.0 TB',
    ]);
  });
});
