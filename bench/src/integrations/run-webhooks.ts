import { eventually, type ReceivedPost, WebhookReceiver } from '@waybill/testing';
import { request } from 'node:http';
import type { LoadProcess } from '../load/load-process.js';
import { KIB } from '../report/size.js';
import type { Account } from '../subjects/account.js';
import type { Waybill } from '../subjects/waybill.js';

const ACCOUNTS = 5;
const PER_ACCOUNT = 20;
export const TARGETS = ACCOUNTS * PER_ACCOUNT;
/** Uploads of each account in a round. Each is an event for all of its webhooks. */
export const EVENTS = 10;
const DEAD = '/target-0';
const DEADLINE_MS = 300_000;

export interface WebhookPlan {
  readonly load: LoadProcess;
  readonly waybill: Waybill;
  readonly rounds: number;
  log(line: string): void;
}

/** Seconds until all living targets had all of their posts, one value per round. */
export interface WebhookSeries {
  readonly label: string;
  readonly posts: number;
  readonly seconds: number[];
}

/**
 * Sends events to a hundred webhooks: while all of them answer, then while one never does. The reference posts the
 * bodies of the same round to the same receivers: all receivers at once, the posts of each receiver in sequence.
 */
export async function runWebhooks(plan: WebhookPlan): Promise<WebhookSeries[]> {
  const receiver = await WebhookReceiver.start();
  try {
    const accounts = await subscribe(plan.waybill, receiver);
    const series: WebhookSeries[] = [];
    for (const isDead of [false, true]) series.push(...(await measure(plan, receiver, accounts, isDead)));
    return series;
  } finally {
    await receiver.close();
  }
}

async function subscribe(waybill: Waybill, receiver: WebhookReceiver): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let account = 0; account < ACCOUNTS; account++) {
    const opened = await waybill.anotherAccount(`webhooks-${account}@example.com`);
    for (let target = 0; target < PER_ACCOUNT; target++)
      await opened.createWebhook(
        receiver.url(`/target-${account * PER_ACCOUNT + target}`),
        'upload.finished',
      );
    accounts.push(opened);
  }
  return accounts;
}

async function measure(
  { load, rounds, log }: WebhookPlan,
  receiver: WebhookReceiver,
  accounts: readonly Account[],
  isDead: boolean,
): Promise<WebhookSeries[]> {
  receiver.answer = ({ path }) => (isDead && path === DEAD ? null : { status: 204 });
  const living = isDead ? TARGETS - 1 : TARGETS;
  const posts = living * EVENTS;
  const state = isDead ? 'one of them dead' : 'all of them alive';
  const bare = { label: `bare POST loop, ${state}`, posts, seconds: [] as number[] };
  const waybill = { label: `Waybill, ${state}`, posts, seconds: [] as number[] };
  const arrived = () => receiver.posts.filter(({ path }) => !isDead || path !== DEAD);
  for (let round = 0; round <= rounds; round++) {
    receiver.posts.length = 0;
    const began = performance.now();
    await Promise.all(accounts.map((account) => uploadAll(load, account)));
    await eventually(
      () => {
        if (arrived().length < posts) throw new Error(`${arrived().length} of ${posts} posts arrived`);
      },
      { timeoutMs: DEADLINE_MS },
    );
    const own = (performance.now() - began) / 1000;
    const again = await timeBareLoop(receiver, arrived().slice());
    log(`  ${waybill.label} ${own.toFixed(2)} s  bare ${again.toFixed(2)} s`);
    // The first round warms up and is not counted.
    if (round === 0) continue;
    waybill.seconds.push(own);
    bare.seconds.push(again);
  }
  return [bare, waybill];
}

async function uploadAll(load: LoadProcess, account: Account): Promise<void> {
  for (let event = 0; event < EVENTS; event++)
    await load.run({ kind: 'upload', ...account.uploadTarget(), size: KIB });
}

/** @returns seconds */
async function timeBareLoop(receiver: WebhookReceiver, posts: readonly ReceivedPost[]): Promise<number> {
  const byTarget = Map.groupBy(posts, ({ path }) => path);
  const began = performance.now();
  await Promise.all(
    [...byTarget].map(async ([path, ofTarget]) => {
      for (const { body } of ofTarget) await post(receiver.url(path), body);
    }),
  );
  return (performance.now() - began) / 1000;
}

/** Posts on a connection of its own, as Waybill does. */
function post(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume().once('end', resolve).once('error', reject);
    });
    outgoing.once('error', reject).end(body);
  });
}
