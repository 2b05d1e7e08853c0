import type { FastifyRequest } from 'fastify';
import { createIsbotFromList, list } from 'isbot';
import { LRUCache } from 'lru-cache';

/**
 * User agents that count as people although a pattern of `isbot` matches them: download tools, HTTP clients and
 * browsers of tests.
 */
const toolsOfPeople = [
  ...['curl/8.1', 'libcurl/8.1', 'Wget/1.21', 'Wget2/2.1', 'aria2/1.36', 'Axel/2.17', 'HTTPie/3.2'],
  ...['Free Download Manager', 'FDM 6.x', 'JDownloader/2.0', 'IDM/6.41', 'Internet Download Manager'],
  ...['uGet/2.2', 'Motrix/1.8', 'Folx/5', 'Persepolis/3', 'DownThemAll/4', 'GetRight/6.5', 'iGetter/2'],
  ...['Microsoft BITS/7.8', 'ZDM/4.0', 'Gozilla/1.0', 'rclone/v1.65', 'PowerShell/7.3', 'Transmission/3'],
  ...['Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.1', 'VLC/3.0 LibVLC/3.0'],
  ...['python-requests/2.31', 'python-httpx/0.27', 'Python-urllib/3.11', 'Go-http-client/1.1', 'axios/1.2'],
  ...['node', 'undici', 'got (https://github.com/sindresorhus/got)', 'okhttp/4.9', 'Java/11', 'reqwest/0.11'],
  ...[
    'Apache-HttpClient/4.5',
    'libwww-perl/6',
    'PostmanRuntime/7.36',
    'Browser/1',
    'k6/0.49',
    'Playwright/1.5',
  ],
  ...['Dalvik/2.1.0 (Linux; U; Android 13)', 'CFNetwork/1410 Darwin/22', 'Cypress/13.6', 'selenium/4.1'],
  // Made-up names. If they counted as bots, a client could hide its visit from the report by its name.
  ...['My agent/1.0', "=cmd|' /C calc'!A0"],
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36',
];

/**
 * Fetchers of link previews and mail scanners that the remaining patterns of `isbot` do not match. Some names are those
 * of machines at the beginning only: browsers in the same apps have them at the end (`[Pinterest/iOS]`).
 */
const OTHER_MACHINES =
  /^(pinterest|viber|tumblr)\b|ms-office|microsoft office|mastodon|pleroma|iframely|embedly|slurp|vkshare|contenttabreceiver|barracuda|mimecast|proofpoint|outbrain|qwantify|kakaotalk-scrap|externalhit|meta-external|skypeuripreview/i;

/** A bot names a web page about itself, as in `(+https://…)`. HTTP clients, which people use, name their repository. */
const PAGE_OF_BOT = /[(;+] ?https?:\/\/(?!github\.com\/)/i;

const isKnownBot = createIsbotFromList(
  list.filter((pattern) => !toolsOfPeople.some((tool) => new RegExp(pattern, 'i').test(tool))),
);

/** Random ids in user agents. Ignored, because they can match a pattern by chance: `feed` is a hexadecimal number. */
const IDS = /[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|\b[0-9a-f]{8,}\b/gi;

/** Results by user agent: testing two hundred patterns takes longer than answering a small range. */
const knownUserAgents = new LRUCache<string, boolean>({
  max: 2000,
  // Characters: a user agent can be as long as the headers of a request may be.
  maxSize: 400_000,
  sizeCalculation: (_isBot, userAgent) => userAgent.length + 1,
});

/** Headers that announce a request without a reader: a prefetch, a prerender or a preview. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a machine makes the request and not a person: a known bot, a link preview, a prefetch or HEAD. Download
 * managers and HTTP clients count as people, because a person started them. Clients can fake these headers, so the
 * result decides what is counted, and never grants access. Links with a limit refuse machines.
 */
export function isMachine({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return true;
  if (purposeHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? ''))))
    return true;
  return isBotUserAgent(headers['user-agent'] ?? '');
}

function isBotUserAgent(userAgent: string): boolean {
  const known = knownUserAgents.get(userAgent);
  if (known !== undefined) return known;
  const name = userAgent.replace(IDS, '');
  const isBot = isKnownBot(name) || OTHER_MACHINES.test(name) || PAGE_OF_BOT.test(name);
  knownUserAgents.set(userAgent, isBot);
  return isBot;
}
