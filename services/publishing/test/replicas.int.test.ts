/** Two replicas with separate disks and one bucket: parts of an upload arrive at either of them. */
import { freshSuffix, type TestBucket, testBucket } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { bootPublishing } from './boot-publishing.ts';
import { pdfOf } from './manuscripts.ts';

const BYTES = 5_000_000;
const PART = 700_000;
const tus = { 'tus-resumable': '1.0.0' };
const metadata = `filename ${Buffer.from('story.pdf').toString('base64')}`;

const bootReplicas = async (bucket: TestBucket | null) => {
  const env = { DB_SUFFIX: freshSuffix(), ...bucket?.env };
  return [await bootPublishing(env), await bootPublishing(env)] as const;
};
type Replicas = Awaited<ReturnType<typeof bootReplicas>>;

const begin = async ([{ service }]: Replicas): Promise<string> => {
  const created = await fetch(`${service.url}/publishing/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(BYTES), 'upload-metadata': metadata },
  });
  return created.headers.get('location')?.split('/').at(-1) ?? '';
};

const sendPart = (url: string, id: string, offset: number, part: Uint8Array) =>
  fetch(`${url}/publishing/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(part),
  });

/** Sends a file in parts, each to the other replica. @returns the statuses */
const sendAlternating = async (replicas: Replicas, id: string, bytes: Buffer): Promise<number[]> => {
  const statuses: number[] = [];
  for (let offset = 0, n = 0; offset < bytes.length; offset += PART, n += 1) {
    const { url } = (n % 2 === 0 ? replicas[0] : replicas[1]).service;
    statuses.push((await sendPart(url, id, offset, bytes.subarray(offset, offset + PART))).status);
  }
  return statuses;
};

it('a manuscript whose parts reach both replicas is whole, is opened at either and leaves nothing when it is removed (P110)', {
  timeout: 120_000,
}, async () => {
  await using bucket = await testBucket();
  const replicas = await bootReplicas(bucket);
  await using _one = replicas[0];
  await using _other = replicas[1];
  const [one, other] = replicas;
  const bytes = pdfOf(BYTES);
  const id = await begin(replicas);
  expect(new Set(await sendAlternating(replicas, id, bytes))).toEqual(new Set([204]));

  const finished = await Promise.all(
    replicas.map(async ({ service }) =>
      (await fetch(`${service.url}/publishing/uploads/${id}/finish`, { method: 'POST' })).json(),
    ),
  );
  const links = new Set(finished.map((each) => (each as { driveLink: string }).driveLink));
  expect(links.size).toBe(1);
  expect(await bucket.keys()).toEqual([`manuscripts/${id}`]);
  expect((await bucket.objectOf(`manuscripts/${id}`))?.equals(bytes)).toBe(true);

  await one.send({ title: 'The lift', driveLink: [...links][0] });
  const opened = await fetch(`${other.service.url}/publishing/files/${id}`, {
    headers: { authorization: `Bearer ${other.editorToken}` },
  });
  expect([opened.status, bytes.equals(await opened.bytes())]).toEqual([200, true]);

  const unused = await one.upload(pdfOf(900));
  expect(unused.status).toBe(200);
  expect(await bucket.keys()).toHaveLength(2);
  other.service.clock.advance(25 * 3_600_000);
  await other.service.runJob('sweep-uploads');
  expect(await bucket.keys()).toEqual([`manuscripts/${id}`]);
});

it('parts that two replicas receive at the same time never damage a manuscript (P110)', {
  timeout: 120_000,
}, async () => {
  await using bucket = await testBucket();
  const replicas = await bootReplicas(bucket);
  await using _one = replicas[0];
  await using _other = replicas[1];
  const bytes = pdfOf(BYTES);
  const id = await begin(replicas);
  const [{ service: one }, { service: other }] = replicas;
  // a client that lost its connection sends the same bytes again, in another length, while the first request runs
  await Promise.all([
    sendPart(one.url, id, 0, bytes.subarray(0, 3_000_000)),
    sendPart(other.url, id, 0, bytes.subarray(0, 2_500_000)),
  ]);
  const head = await fetch(`${one.url}/publishing/uploads/${id}`, { method: 'HEAD', headers: tus });
  const offset = Number(head.headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(2_500_000);
  expect((await sendPart(other.url, id, offset, bytes.subarray(offset))).status).toBe(204);
  const finished = await fetch(`${one.url}/publishing/uploads/${id}/finish`, { method: 'POST' });
  expect(finished.status).toBe(200);
  expect((await bucket.objectOf(`manuscripts/${id}`))?.equals(bytes)).toBe(true);
});

it('with separate disks and no bucket the other replica does not know the upload: the control (P110)', {
  timeout: 120_000,
}, async () => {
  const replicas = await bootReplicas(null);
  await using _one = replicas[0];
  await using _other = replicas[1];
  const statuses = await sendAlternating(replicas, await begin(replicas), pdfOf(BYTES));
  expect(statuses).toContain(404);
});
