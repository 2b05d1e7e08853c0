import type { AnalyticsReport, BundleView, LinkSettings, LinkView } from '@waybill/contracts';
import { docx, eventually } from '@waybill/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { ApiClient, PASSWORD, textFile } from '../support/api-client.js';
import { OPERATOR } from '../support/program.js';
import { Standalone } from '../support/standalone.js';
import { samplePdf } from './sample-pdf.js';

const run = promisify(execFile);
/** Addresses of several countries, by the data of geoip-lite. */
const ADDRESSES = [
  '8.8.8.8',
  '81.2.69.160',
  '193.99.144.80',
  '202.32.8.1',
  '200.160.2.3',
  '8.8.4.4',
  '10.0.0.7',
];
const BROWSERS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
];

/** A Waybill with files for every screen, and two accounts. */
export interface Gallery {
  readonly waybill: Standalone;
  readonly owner: { readonly email: string; readonly password: string };
  /** An account without files. */
  readonly newcomer: { readonly email: string; readonly password: string };
  readonly files: {
    readonly picture: string;
    readonly document: string;
    readonly office: string;
    readonly unknown: string;
    readonly locked: string;
    readonly expired: string;
  };
  readonly bundle: string;
  /** Slugs of links of the picture. */
  readonly links: {
    readonly open: string;
    readonly password: string;
    readonly email: string;
    readonly usedUp: string;
  };
}

export const FILE_PASSWORD = 'open sesame';

/** @param environment additional settings, such as a promotion */
export async function openGallery(environment: Record<string, string> = {}): Promise<Gallery> {
  const waybill = await Standalone.start({ TRUST_PROXY: 'loopback', ...environment });
  try {
    return { waybill, ...(await fill(waybill)) };
  } catch (error) {
    // The caller has no reference yet, and the running process would keep Jest from exiting.
    await waybill.dispose();
    throw error;
  }
}

async function fill(waybill: Standalone): Promise<Omit<Gallery, 'waybill'>> {
  const owner = { email: 'ada@example.com', password: PASSWORD };
  const newcomer = { email: 'charles@example.com', password: PASSWORD };
  await new ApiClient(waybill.url).signUpAndLogIn(newcomer.email);
  const person = new ApiClient(waybill.url);
  await person.signUpAndLogIn(owner.email);
  await run(process.execPath, [OPERATOR, 'plan', owner.email, 'pro'], {
    env: { ...process.env, DATA_DIR: waybill.dataDir },
  });
  const files = await uploadAll(person);
  await visit(waybill, person, files.document);
  await person.json('POST', `/api/share/email/${files.document}`, {
    recipientName: 'Grace Hopper',
    recipientEmail: 'grace@example.com',
  });
  const bundle = await makeBundle(waybill, person, files);
  return { owner, newcomer, files, bundle, links: await makeLinks(waybill, person, files.picture) };
}

async function uploadAll(person: ApiClient): Promise<Gallery['files']> {
  const inThreeWeeks = new Date(Date.now() + 21 * 86_400_000).toISOString();
  const locked = await person.upload(textFile('Contract for Müller & Söhne, final version (3).txt'));
  // The plan reaches the files service by an event. Until then, its settings are refused.
  await eventually(async () => {
    const settings = { password: FILE_PASSWORD, deleteAt: inThreeWeeks };
    expect((await person.settings(locked, settings)).status).toBe(200);
  });
  const files = {
    locked,
    picture: await person.upload({ name: 'Harbour at dusk.png', bytes: await picture() }),
    office: await person.upload({ name: 'Quarterly report.docx', bytes: docx('Quarterly report') }),
    unknown: await person.upload({ name: 'measurements.bin', bytes: Buffer.from('just bytes') }),
    expired: await person.upload(textFile('old.txt')),
    document: await person.upload({ name: 'Plan for spring.pdf', bytes: await samplePdf() }),
  };
  await person.settings(files.document, { deleteAt: null });
  await person.settings(files.picture, { deleteAt: inThreeWeeks });
  await person.expireSoon(files.expired);
  await eventually(async () => {
    expect((await person.get(`/api/files/${files.expired}`)).status).toBe(410);
  });
  return files;
}

async function visit(waybill: Standalone, owner: ApiClient, file: string): Promise<void> {
  const visits = ADDRESSES.flatMap((address) => BROWSERS.map((browser) => [address, browser] as const));
  for (const [address, browser] of visits) {
    const visitor = new ApiClient(waybill.url, { 'x-forwarded-for': address, 'user-agent': browser });
    await (await visitor.get(`/api/files/${file}/download`)).arrayBuffer();
  }
  await eventually(async () => {
    const report = (await (await owner.get(`/api/files/${file}/analytics`)).json()) as AnalyticsReport;
    expect(report.summary.totalViews).toBe(visits.length);
  });
}

/** Bundles three files, one of them in a folder and one with a long name without a space. Downloads them once. */
async function makeBundle(waybill: Standalone, owner: ApiClient, files: Gallery['files']): Promise<string> {
  const { picture, document, office } = files;
  const fileIds = [picture, document, office];
  const created = await owner.json('POST', '/api/bundles', { name: 'Spring at the quay', fileIds });
  const { id } = (await created.json()) as BundleView;
  await owner.json('PUT', `/api/bundles/${id}`, {
    files: [
      { id: picture },
      { id: document, path: 'Plan_for_spring_with_all_drawings_and_what_it_costs_(final_version_3).pdf' },
      { id: office, path: 'Reports/Quarterly report.docx' },
    ],
  });
  await (await new ApiClient(waybill.url).get(`/api/bundles/${id}/download`)).arrayBuffer();
  return id;
}

async function makeLinks(waybill: Standalone, owner: ApiClient, file: string): Promise<Gallery['links']> {
  const make = async (settings: LinkSettings) => {
    const created = await owner.json('POST', `/api/files/${file}/links`, settings);
    return ((await created.json()) as LinkView).slug;
  };
  const usedUp = await make({ name: 'Mary Shelley', downloadLimit: 1 });
  const visitor = new ApiClient(waybill.url);
  const opened = await visitor.json('POST', `/api/links/${usedUp}/open`, {});
  const { token } = (await opened.json()) as { token: string };
  await (await visitor.get(`/api/files/${file}/download?token=${token}`)).arrayBuffer();
  return {
    usedUp,
    open: await make({ name: 'Ada Lovelace' }),
    password: await make({ name: 'Grace Hopper', password: FILE_PASSWORD }),
    email: await make({ name: 'Board', requireEmail: true, verifyEmail: true }),
  };
}

async function picture(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f7b267"/><stop offset="1" stop-color="#2f6f6a"/>
    </linearGradient></defs><rect width="1200" height="750" fill="url(#sky)"/>
    <circle cx="850" cy="330" r="90" fill="#ffe8c9"/><path d="M0 520h1200v230H0z" fill="#17403d"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
